import type { Problem } from '@portal/checks-tools/problem';

/** The numbers that docs/product.md and docs/design.md have. */
export type Numbers = Readonly<Record<'product' | 'design', ReadonlySet<string>>>;

/** One number, or several: `product §5.12, §5.13 and §9.2`. */
const CITATION = /\b(product|design)((?:,| and)? §\d+\.\d+)+/gi;

/** Comments that cite a statement (`product §5.12`, `design §2.3`) which does not exist. */
export function checkCitations(file: string, source: string, numbers: Numbers): Problem[] {
  return source.split('\n').flatMap((line, index) =>
    [...line.matchAll(CITATION)].flatMap(([citation, word = '']) => {
      const document = word.toLowerCase() as keyof Numbers;
      const cited = citation.match(/\d+\.\d+/g) ?? [];
      const missing = cited.filter((number) => !numbers[document].has(number));
      return missing.map((number) => ({
        file: `${file}:${index + 1}`,
        says: `there is no ${document} §${number}.`,
      }));
    }),
  );
}
