import path from 'node:path';
import type { Proof } from './proofs.ts';

/** Links from a page in `docs` to tests, each once, the same whatever the order of the files. */
export function testLinks(proofs: readonly Proof[]): string[] {
  const links = proofs.map(({ file, title }) => {
    const name = title ?? `${path.posix.basename(file)} (the whole file)`;
    return { key: `${file}\n${name}`, link: `[${cell(name, '[]')}](../${file})` };
  });
  links.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return [...new Set(links.map(({ link }) => link))];
}

/** A text as it stands in a cell of a table. */
export function cell(text: string, alsoEscaped = ''): string {
  const special = new RegExp(`[|<${alsoEscaped.replace(/./g, '\\$&')}]`, 'g');
  return text.replace(/\s+/g, ' ').replace(special, '\\$&');
}
