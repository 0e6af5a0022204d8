import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@portal/checks-tools/root';
import { checkCodeWords, codeWords } from './code-words.ts';

const GLOSSARY = path.join(ROOT, 'docs/glossary.md');
const WORDS = codeWords(readFileSync(GLOSSARY, 'utf8'));
const usesOf = (file: string, text: string) =>
  checkCodeWords(file, text, WORDS).map(({ says }) => /“(.+?)”/.exec(says)?.[1]);

test.each([
  ['server/passports/src/a.ts', 'const code = signGateCode(key);', 'gate'],
  ['server/passports/src/a.ts', 'const { GATE_KEYS } = env;', 'gate'],
  ['mfe-mypage/src/use-gate-codes.ts', '', 'gate'],
  ['server/accounts/src/a.ts', "await confirm('turn_on_two_step');", 'two step'],
  ['shared-contract/src/two-step.ts', '', 'two step'],
  ['server/main/src/a.ts', '// The doors close first.', 'door'],
  ['delivery/model/src/a.ts', 'const { reason, mend } = refusal;', 'mend'],
])('in %s, %j has a word that the glossary says otherwise', (file, text, word) => {
  expect(usesOf(file, text)).toContain(word);
});

test.each([
  ['delivery/model/src/a.ts', 'passGate(release, GATE_MS)'],
  ['mfe-mypage/src/a.tsx', '<Trans>QR code for the gate</Trans>'],
  ['mfe-account/src/a.tsx', '<Trans>Two-step verification is on</Trans>'],
  ['server/mail/src/sms-gateway.ts', 'smsGatewayUrl, navigateTo, recommended'],
])('in %s, %j has none', (file, text) => {
  expect(usesOf(file, text)).toEqual([]);
});
