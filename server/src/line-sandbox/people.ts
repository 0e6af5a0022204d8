import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { ConfigError } from '../config.ts';

/** Someone with an account at the sandbox; `subject` has the shape of LINE's user ids. */
export type LinePerson = {
  readonly subject: string;
  readonly name: string;
  /** Not everybody has told LINE one. */
  readonly email?: string;
};

/** Who can sign in at the embedded default's own LINE. Nobody of them is real. */
export const LINE_PEOPLE: readonly LinePerson[] = [
  {
    subject: 'U4af4980629a1b2c3d4e5f60718293a41',
    name: 'はなこ',
    email: 'hanako.line@example.com',
  },
  { subject: 'U7c91f0e2b35d4a6988e1c0d2f3a4b582', name: 'ケンタ' },
  { subject: 'Ub1e0d9c8b7a6958473625140f9e8d7c3', name: 'Anna' },
];

const PeopleSchema = v.array(
  v.object({ subject: v.string(), name: v.string(), email: v.exactOptional(v.string()) }),
);

/**
 * Everybody who can sign in at the sandbox.
 * @param file a JSON file of further people, for tests (`LINE_SANDBOX_PEOPLE`)
 */
export function linePeople(file?: string): readonly LinePerson[] {
  if (!file) return LINE_PEOPLE;
  try {
    return [...LINE_PEOPLE, ...v.parse(PeopleSchema, JSON.parse(readFileSync(file, 'utf8')))];
  } catch (cause) {
    throw new ConfigError(
      'Please set LINE_SANDBOX_PEOPLE to a JSON file that holds a list of people.',
      { cause },
    );
  }
}
