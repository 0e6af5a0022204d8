import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What nginx must add to each file of the composed page, from the composer's `headers.json`:
 * one `<file>.conf` beside each file, which deploy/nginx/edge.conf includes.
 */
export function nginxHeaders(headers: Readonly<Record<string, string>>): string {
  const { 'content-type': type = 'application/octet-stream', ...others } = headers;
  const lines = Object.entries(others).map(
    ([name, value]) => `add_header ${name} ${quoted(value)};`,
  );
  return [
    'types {\n}',
    `default_type ${quoted(type)};`,
    ...lines,
    'add_header vary accept-encoding;',
    'add_header content-encoding $content_coding;',
    '',
  ].join('\n');
}

/** Writes them for a composed page. */
export async function writeNginxHeaders(pageFolder: string): Promise<void> {
  const page: Record<string, Record<string, string>> = JSON.parse(
    await readFile(join(pageFolder, 'headers.json'), 'utf8'),
  );
  for (const [name, headers] of Object.entries(page)) {
    await writeFile(join(pageFolder, `${name}.conf`), nginxHeaders(headers));
  }
}

/** A text of nginx's configuration; `$` would name a variable, which no header of ours means. */
function quoted(value: string): string {
  if (/[$\r\n]/.test(value)) throw new Error(`nginx cannot be told to send: ${value}`);
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
