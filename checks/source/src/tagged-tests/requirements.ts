import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** A requirement of OWASP ASVS 5.0.0, level 1 or 2; asvs.yaml says what each answer means. */
export type Requirement = {
  readonly number: string;
  readonly level: 1 | 2;
  readonly says: string;
} & Answer;

export type Answer = {
  readonly not?: string;
  readonly see?: string;
  readonly operator?: string;
  readonly open?: string;
  readonly note?: string;
};

export type Chapter = { readonly title: string; readonly requirements: readonly Requirement[] };

type Rows = Readonly<Record<string, Readonly<Record<string, Omit<Requirement, 'number'>>>>>;

/** Every requirement of levels 1 and 2, in the order of the standard. */
export const readRequirements = (): readonly Chapter[] =>
  parseRequirements(readFileSync(path.join(import.meta.dirname, 'asvs.yaml'), 'utf8'));

export const parseRequirements = (yaml: string): readonly Chapter[] =>
  Object.entries(parse(yaml) as Rows).map(([title, rows]) => ({
    title,
    requirements: Object.entries(rows).map(([number, row]) => ({ number, ...row })),
  }));
