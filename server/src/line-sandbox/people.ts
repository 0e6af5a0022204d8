/** Someone with an account at the sandbox; `subject` has the shape of LINE's user ids. */
export type LinePerson = { readonly subject: string; readonly name: string };

/** Who can sign in at the embedded default's own LINE. Nobody of them is real. */
export const LINE_PEOPLE: readonly LinePerson[] = [
  { subject: 'U4af4980629a1b2c3d4e5f60718293a41', name: 'はなこ' },
  { subject: 'U7c91f0e2b35d4a6988e1c0d2f3a4b582', name: 'ケンタ' },
  { subject: 'Ub1e0d9c8b7a6958473625140f9e8d7c3', name: 'Anna' },
];
