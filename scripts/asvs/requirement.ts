/**
 * A requirement of OWASP ASVS 5.0.0, level 1 or 2. Number and level are those of the standard; the
 * words are our own and short, because the text of the standard is CC BY-SA.
 */
export type Requirement = {
  readonly number: string;
  readonly level: 1 | 2;
  readonly says: string;
  /** What stands in place of a test, or beside one. */
  readonly answer?: Answer;
};

export type Answer = {
  /** Why it does not apply. */
  readonly not?: string;
  /** A document or a source file of the repository that meets it, where a test could prove nothing. */
  readonly see?: string;
  /** What an operator decides, and the product cannot. */
  readonly operator?: string;
  /** What is not met yet. It may stand beside tests that prove a part. */
  readonly open?: string;
  /** What a reader must know about the tests. */
  readonly note?: string;
};

export type Chapter = { readonly title: string; readonly requirements: readonly Requirement[] };

type Row = readonly [level: 1 | 2, says: string, answer?: Answer];

/** @param rows by number: `1.2.4` */
export function chapter(title: string, rows: Readonly<Record<string, Row>>): Chapter {
  const requirements = Object.entries(rows).map(([number, [level, says, answer]]) => ({
    number,
    level,
    says,
    ...(answer && { answer }),
  }));
  return { title, requirements };
}
