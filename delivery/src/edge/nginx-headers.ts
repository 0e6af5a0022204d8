import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hstsOf } from '@portal/server/hsts';
import { parseTrustedProxies } from '@portal/server/trusted-proxies';

/**
 * The nginx directives that add the headers of one file of the composed page. Each is written as
 * `<file>.conf` beside the file and included by deploy/nginx/edge.conf.
 */
export function nginxHeaders(headers: Readonly<Record<string, string>>): string {
  const { 'content-type': type = 'application/octet-stream', ...others } = headers;
  const lines = Object.entries(others).map(
    // `always`: the page is sent with 404 too.
    ([name, value]) => `add_header ${name} ${quoted(value)} always;`,
  );
  return [
    'types {\n}',
    `default_type ${quoted(type)};`,
    ...lines,
    'add_header vary accept-encoding always;',
    // A location with headers of its own inherits none.
    'add_header strict-transport-security $hsts always;',
    'add_header content-encoding $content_coding always;',
    '',
  ].join('\n');
}

/**
 * Writes these files for a composed page, from its `headers.json`, and `screens.conf`, which sets
 * `$is_screen` for the paths of its screens.
 */
export async function writeNginxHeaders(pageFolder: string): Promise<void> {
  const page: Record<string, Record<string, string>> = JSON.parse(
    await readFile(join(pageFolder, 'headers.json'), 'utf8'),
  );
  for (const [name, headers] of Object.entries(page)) {
    await writeFile(join(pageFolder, `${name}.conf`), nginxHeaders(headers));
  }
  const { pattern } = JSON.parse(await readFile(join(pageFolder, 'screens.json'), 'utf8'));
  const map = `map $logged_path $is_screen {\n  default 0;\n  "~*${pattern}" 1;\n}\n`;
  await writeFile(join(pageFolder, 'screens.conf'), map);
}

/**
 * Writes `hsts.conf` beside the page, which sets `$hsts` by the scheme of the portal's address; nginx
 * sends no header with an empty value.
 * @param portal the portal's origin in browsers
 */
export async function writeNginxHsts(pageFolder: string, portal: string): Promise<void> {
  const map = `map "" $hsts {\n  default ${quoted(hstsOf(portal) ?? '')};\n}\n`;
  await writeFile(join(pageFolder, 'hsts.conf'), map);
}

/**
 * Writes `trusted-proxies.conf` beside the page: which proxies in front of nginx are believed about
 * the client's address, and that the right-most other address counts.
 * @param list as in `TRUST_PROXY`: `10.0.0.0/8,fd00::/8`
 * @throws Error for anything else
 */
export async function writeNginxProxies(pageFolder: string, list: string): Promise<void> {
  if (!parseTrustedProxies(list)) {
    throw new Error(
      'Please set TRUST_PROXY to addresses and networks such as 10.0.0.0/8,fd00::/8.',
    );
  }
  const networks = list.split(/[\s,]+/).filter(Boolean);
  const lines = [
    ...networks.map((network) => `set_real_ip_from ${network};`),
    ...(networks.length > 0 ? ['real_ip_header X-Forwarded-For;', 'real_ip_recursive on;'] : []),
  ];
  await writeFile(join(pageFolder, 'trusted-proxies.conf'), `${lines.join('\n')}\n`);
}

/** Quotes a string for nginx's configuration. `$` would start a variable, so it is refused. */
function quoted(value: string): string {
  if (/[$\r\n]/.test(value))
    throw new Error(`This header value cannot be written in nginx's configuration: ${value}`);
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
