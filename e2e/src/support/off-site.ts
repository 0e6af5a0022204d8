/** Addresses that lead away from the portal, at least where they are read leniently: some of each kind. */
export const OFF_SITE_ADDRESSES: readonly string[] = [
  // Plainly another site.
  'https://evil.example/',
  'ftp://evil.example/',
  '//evil.example',
  '///evil.example',
  // Backslashes, which browsers treat as slashes.
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  'https:\\\\evil.example',
  // A scheme without its slashes.
  'https:evil.example',
  'http:///evil.example',
  // Characters that browsers drop: tabs, line ends, surrounding spaces.
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  'ht\ntps://evil.example',
  'java\tscript:alert(1)',
  '\u0000//evil.example',
  '\ufeff//evil.example',
  // Schemes that run or show something.
  'javascript:alert(document.domain)',
  'javascript://%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  // The portal's own name on another host.
  'http://localhost.evil.example/',
  'http://localhost:4300@evil.example/',
  'http://localhost\\@evil.example/',
  'http://evil.example#@localhost/',
  'https://localhost/my-page',
  '//localhost:1/my-page',
  // Paths that become something else when they are resolved again.
  '/.//evil.example',
  '/my-page/..//evil.example',
  '/%2fevil.example',
  '/%09/evil.example',
  '/%2e%2e//evil.example',
  '/%0d%0aLocation:%20https://evil.example/',
  // Look-alikes of dot and slash, and other spellings of hosts.
  '//evil\u3002example',
  '//\uff45\uff56\uff49\uff4c\uff0eexample',
  '\uff0f\uff0fevil.example',
  '//[::1]/',
  '//0x7f.1/',
  // The portal's own, but they sign in or out again, or show no page.
  '/callback?code=1&state=1',
  '/silent-check.html',
  '/api/userinfo',
  '/logout',
  // No address of a page.
  '',
  'my-page',
  `/${'a'.repeat(5000)}`,
];
