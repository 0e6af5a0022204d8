import { NewPasswordSchema } from '@portal/shared-contract';
import { dictionary } from '@zxcvbn-ts/language-common';
import * as v from 'valibot';
import { passwordProblem } from './password-rules.ts';

const EMAIL = 'hanako@example.com';
const MOST_COMMON = 3000;
const common = (dictionary['passwords-common'] ?? []).slice(0, MOST_COMMON).map(String);
const isRefused = async (password: string) =>
  !v.safeParse(NewPasswordSchema, password).success ||
  (await passwordProblem(password, EMAIL)) !== undefined;
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));

const SPELLINGS: readonly [string, (password: string) => string][] = [
  ['as they are', (password) => password],
  ['in capitals', (password) => password.toUpperCase()],
  ['with a capital', (password) => password.charAt(0).toUpperCase() + password.slice(1)],
  ['in full width', fullWidth],
];

// @proves 5.42
test.each(SPELLINGS)('refuses the 3,000 most common passwords %s', async (_, write) => {
  expect(common).toHaveLength(MOST_COMMON);
  const accepted: string[] = [];
  for (const password of common) if (!(await isRefused(write(password)))) accepted.push(password);
  expect(accepted).toEqual([]);
});

// @proves 5.41
test.each([
  ['correct horse battery staple'],
  ['🐤🐤🐤🐤🐤🐤🐤🐤'],
  ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦'],
  ['さくらもちかしわもち'],
  ['مرحبا بالعالم'],
  ['        x'],
  [`${'あ'.repeat(127)}🍡`],
])('accepts %s', async (password) => {
  expect(await isRefused(password)).toBe(false);
});

// @proves 5.41 5.43
test.each([
  [EMAIL],
  ['HANAKO@EXAMPLE.COM'],
  [fullWidth(EMAIL)],
  [` ${EMAIL} `],
  ['あ'.repeat(129)],
  ['1234567'],
  ['\ud800aaaaaaaa'],
])('refuses %j', async (password) => {
  expect(await isRefused(password)).toBe(true);
});
