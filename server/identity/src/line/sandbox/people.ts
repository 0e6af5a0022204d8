import * as v from 'valibot';

/** A person with an account at the sandbox; `subject` has the format of LINE's user ids. */
export type LinePerson = {
  readonly subject: string;
  readonly name: string;
  /** Absent for a person who has not given LINE an address. */
  readonly email?: string;
};

/** The people who can sign in at the sandbox. None of them is real. */
export const LINE_PEOPLE: readonly LinePerson[] = [
  {
    subject: 'U4af4980629a1b2c3d4e5f60718293a41',
    name: 'はなこ',
    email: 'hanako.line@example.com',
  },
  { subject: 'U7c91f0e2b35d4a6988e1c0d2f3a4b582', name: 'ケンタ' },
  { subject: 'Ub1e0d9c8b7a6958473625140f9e8d7c3', name: 'Anna' },
];

export const LinePersonSchema = v.object({
  subject: v.string(),
  name: v.string(),
  email: v.exactOptional(v.string()),
});
