import { composePage } from '../page/compose.ts';
import { PAGE_TEXTS, remoteDocument, shellDocument } from '../testing/documents.ts';
import { portalConfig } from '../testing/portal-config.ts';
import { endOverrideCookie, overrideCookie, overrideCookieOf } from './cookie.ts';
import { localBase, localStandIn } from './local-release.ts';
import { localPartOf, type PageOverride } from './page-override.ts';

const XSS = '"><script>alert(1)</script>';
const expires = new Date('2026-11-22T12:15:00Z');
const until = { ja: '2026.11.22 21:15（日本時間）', en: '2026.11.22 9:15 PM (Japan time)' };

function pageWith(override: PageOverride) {
  const local = localPartOf(override);
  return composePage({
    config: portalConfig(),
    shell: { base: '/remotes/shell/', release: shellDocument(), texts: PAGE_TEXTS },
    remotes: {
      account: { base: '/remotes/account/', release: remoteDocument('account') },
      ...(local && {
        [local.part]: {
          base: localBase(local.local, 'account'),
          release: localStandIn('account'),
        },
      }),
    },
    override,
  })['index.html'] as { body: string; headers: Record<string, string> };
}

/** What the badge says in a language. */
function badgeOf(override: PageOverride) {
  const [badge = ''] = /<aside .*<\/aside>/.exec(pageWith(override).body) ?? [];
  const says = (locale: string) =>
    new RegExp(`<span lang="${locale}">(.*?)</span>`).exec(badge)?.[1]?.replace(/<[^>]+>/g, '');
  return { badge, ja: says('ja'), en: says('en') };
}

// @proves 7.240
test('the badge says in both languages what is shown until when, and ends it', () => {
  const { badge, ja, en } = badgeOf({
    shown: [{ part: 'account', version: '1.0.0+3f2a9c01d5e7' }],
    expires,
    until,
  });
  expect(ja).toBe(
    '開発用の表示: account は 1.0.0+3f2a9c01d5e7 です。このブラウザーだけに、2026.11.22 21:15（日本時間）まで表示します。',
  );
  expect(en).toBe(
    'For developers: account is 1.0.0+3f2a9c01d5e7, in this browser alone, until 2026.11.22 9:15 PM (Japan time).',
  );
  expect(badge).toContain('<form method="post" action="/override"><button name="end"');
  expect(badge).toContain('Go back to what is live</span></button>');
});

// @proves 7.241
test.each([
  { part: XSS, version: XSS },
  { part: XSS, local: XSS },
])('no name becomes markup or script: %p', (shown) => {
  const { body } = pageWith({ preview: XSS, shown: [shown], expires, until, segments: [XSS] });
  expect(body).not.toContain('<script>alert');
  expect(body).not.toContain(XSS);
});

// @proves 7.241
test('the cookie cannot be read by scripts, goes to no other site, and holds a token alone', () => {
  expect(overrideCookie('a.b.c', { secure: true, seconds: 60 })).toBe(
    'portal_override=a.b.c; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
  expect(endOverrideCookie({ secure: false })).toBe(
    'portal_override=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  );
  expect(overrideCookieOf('a=b; portal_override=a.b-_.c')).toBe('a.b-_.c');
  for (const wrong of [
    undefined,
    '',
    'xportal_override=a.b.c',
    'portal_override=a.b',
    'portal_override=a.b.c"',
    `portal_override=${'a'.repeat(2_000)}.b.c`,
  ]) {
    expect(overrideCookieOf(wrong)).toBeUndefined();
  }
});
