import path from 'node:path';
import type { Proof } from './proofs.ts';
import { type Run, remark } from './run.ts';

/** Links from a page in `.run/test` to tests, each once, the same whatever the order of the files. */
export function testLinks(proofs: readonly Proof[], run: Run): string[] {
  const links = proofs.map((proof) => {
    const { file, title } = proof;
    const name = title ?? `${path.posix.basename(file)} (the whole file)`;
    const link = `[${cell(name, '[]')}](../../${file})${cell(remark(proof, run))}`;
    return { key: `${file}\n${name}`, link };
  });
  links.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return [...new Set(links.map(({ link }) => link))];
}

/** A text as it stands in a cell of a table. */
export function cell(text: string, alsoEscaped = ''): string {
  const special = new RegExp(`[|<${alsoEscaped.replace(/./g, '\\$&')}]`, 'g');
  return text.replace(/\s+/g, ' ').replace(special, '\\$&');
}
