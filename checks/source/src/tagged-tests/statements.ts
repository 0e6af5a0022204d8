/** One numbered statement of docs/product.md. */
type Statement = { readonly number: string; readonly text: string };

type Section = { readonly title: string; readonly statements: readonly Statement[] };

/** A statement where the product does otherwise than expected, on purpose. */
type Difference = { readonly number: string; readonly what: string; readonly reason: string };

export type Product = {
  readonly sections: readonly Section[];
  readonly differences: readonly Difference[];
};

const BULLET = /^- \*\*(\d+\.\d+)\*\* (.+)$/;
const ROW = /^\| \*\*(\d+\.\d+)\*\* *\|(.+)\|$/;
const DIFFERENCE = /^- §(\d+\.\d+): (.+) Reason: (.+)$/;

/**
 * Reads docs/product.md: bullets `- **5.12** Text.`, table rows `| **2.3** | … |`, and differences `- §4.38: What.
 * Reason: why.`, each on one line.
 * @throws Error for a number that stands twice or in the wrong section, and for a difference that names no statement
 */
export function readProduct(markdown: string): Product {
  const sections: { title: string; statements: Statement[] }[] = [];
  const differences: Difference[] = [];
  const numbers = new Set<string>();
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) sections.push({ title: line.slice(3), statements: [] });
    const difference = DIFFERENCE.exec(line);
    if (difference) {
      const [, number = '', what = '', reason = ''] = difference;
      if (!numbers.has(number)) throw new Error(`product.md: there is no statement ${number}`);
      differences.push({ number, what, reason });
      continue;
    }
    const found = BULLET.exec(line) ?? ROW.exec(line);
    if (!found) continue;
    const [, number = '', text = ''] = found;
    const section = sections.at(-1);
    if (!section?.title.startsWith(`${number.split('.')[0]}. `)) {
      throw new Error(`product.md: ${number} stands in the section "${section?.title}"`);
    }
    if (numbers.has(number)) throw new Error(`product.md: ${number} stands twice`);
    numbers.add(number);
    const cells = text.split('|').map((cell) => cell.trim());
    section.statements.push({ number, text: cells.join(' · ') });
  }
  return { sections: sections.filter(({ statements }) => statements.length > 0), differences };
}
