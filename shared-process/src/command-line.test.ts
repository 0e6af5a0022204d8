import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { readWords, sentenceOf, WrongWords } from './command-line.ts';

const WORDS = {
  usage: 'sample <place> [--rounds <n>]',
  does: 'Does something.',
  options: { rounds: { type: 'string', default: '7' } },
  positionals: [1, 2],
  check: ({ values }: { values: { rounds?: string } }) =>
    Number(values.rounds) > 0 ? undefined : '--rounds is a number.',
} as const;

const PROGRAM = ['no', 'such', 'program'].join('-');

test('reads options and words, and asks for the help', () => {
  expect(readWords(WORDS, ['here', '--rounds', '3'])).toMatchObject({
    values: { rounds: '3' },
    positionals: ['here'],
  });
  expect(readWords(WORDS, ['--help'])).toBeUndefined();
  expect(readWords(WORDS, ['-h', 'a', 'b', 'c'])).toBeUndefined();
});

// @proves 16.533
test.each([
  [['here', '--round', '3'], "Unknown option '--round'."],
  [['here', '--rounds'], "Option '--rounds <value>' argument missing."],
  [['here', '--rounds', 'x'], '--rounds is a number.'],
  [['a', 'b', 'c'], 'There is no "c" here.'],
  [[], 'A word is missing.'],
])('refuses %j with a sentence', (args, message) => {
  expect(() => readWords(WORDS, args)).toThrow(new WrongWords(message));
});

// @proves 16.533
test('what a person lacks is said in a sentence, and a bug is not', async () => {
  const { error } = spawnSync(PROGRAM);
  expect(sentenceOf(error)).toBe(`The program ${PROGRAM} is not installed, or not on the PATH.`);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const refused = await fetch(`http://127.0.0.1:${port}/`).catch((reason: unknown) => reason);
  expect(sentenceOf(refused)).toBe(`Nothing answers at 127.0.0.1:${port} (ECONNREFUSED).`);
  expect(sentenceOf(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe('The disk is full.');
  expect(sentenceOf(new TypeError('x is not a function'))).toBeUndefined();
});
