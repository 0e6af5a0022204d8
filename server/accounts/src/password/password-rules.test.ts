import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testConfig } from '@portal/server-testing/config';
import { NewPasswordSchema } from '@portal/shared-contract';
import { dictionary } from '@zxcvbn-ts/language-common';
import * as v from 'valibot';
import { type PasswordContext, passwordProblem } from './password-rules.ts';

const EMAIL = 'hanako@example.com';
const server: PasswordContext = { config: testConfig() };
const MOST_COMMON = 49_000;
const common = (dictionary['passwords-common'] ?? []).slice(0, MOST_COMMON).map(String);
const isRefused = async (password: string) =>
  !v.safeParse(NewPasswordSchema, password).success ||
  (await passwordProblem(server, password, { email: EMAIL })) !== undefined;
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));

const SPELLINGS: readonly [string, (password: string) => string][] = [
  ['as they are', (password) => password],
  ['in capitals', (password) => password.toUpperCase()],
  ['with a capital', (password) => password.charAt(0).toUpperCase() + password.slice(1)],
  ['in full width', fullWidth],
];

// @proves 5.42
test.each(SPELLINGS)('refuses the 49,000 most common passwords %s', async (_, write) => {
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

const MEMBER = {
  email: 'h.yamada@example.com',
  firstName: '花子',
  lastName: '山田',
  firstNameKana: 'ハナコ',
  lastNameKana: 'ヤマダ',
  city: '千代田区',
  prefectureId: 13,
};

// @proves 5.42
test.each(['P@ssw0rd123!', 'iloveyou2024', 'password1234567', 'letmein!23', 'password123'])(
  'refuses %s, which is a common one with decorations',
  async (password) => {
    expect(await passwordProblem(server, password, { email: EMAIL })).toBe('password.too_common');
  },
);

// @proves 5.48
test.each([
  'Tsubame2026',
  'hanako1990!',
  'Yamada-Hanako',
  'yamadahanako1',
  'Tokyo2020!',
  'つばめメンバーズ2026',
  '山田花子-1990',
])('refuses %s, which is made of the words of the member or the brand', async (password) => {
  expect(await passwordProblem(server, password, MEMBER as never)).toBe('password.own_words');
});

// @proves 5.48
test.each([
  ['the address', { email: 'kotatsu.neko@example.com' }, 'Kotatsu-Neko-77'],
  ['the names in kana', { firstNameKana: 'コタツ', lastNameKana: 'ネコ' }, 'ネココタツ2026'],
  ['the city', { city: '千代田区' }, '千代田区2026'],
  ['the street', { address: '九段南' }, '九段南-1990'],
  ['the region', { prefectureName: 'Oberfranken' }, 'oberfranken99'],
  ['the prefecture', { prefectureId: 13 }, '東京都-2026'],
])('refuses a password that is made of %s', async (_, words, password) => {
  expect(await passwordProblem(server, password, { email: EMAIL })).toBeUndefined();
  const owner = { email: EMAIL, ...words };
  expect(await passwordProblem(server, password, owner)).toBe('password.own_words');
});

// @proves 5.41 5.48
test.each(['sakura-mochi-2026', 'hanako no yuzu mochi', 'tokyo-e-iku-densha'])(
  'accepts %s',
  async (password) => {
    expect(await passwordProblem(server, password, MEMBER as never)).toBeUndefined();
  },
);

describe('with a service of breached passwords', () => {
  const BREACHED = 'mikan-to-kotatsu-31';
  const asked: string[] = [];
  let answerWith: 'answer' | 'error' | 'silence' | 'redirect' = 'answer';
  let service: Server;
  let config: PasswordContext['config'];
  beforeAll(async () => {
    const digest = createHash('sha1').update(BREACHED).digest('hex').toUpperCase();
    const other = createHash('sha1').update('padded-one-4711').digest('hex').toUpperCase();
    service = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (answerWith === 'silence') return;
      if (answerWith === 'redirect') {
        answerWith = 'answer';
        response.writeHead(302, { location: request.url }).end();
        return;
      }
      response.statusCode = answerWith === 'error' ? 503 : 200;
      response.end(`${'0'.repeat(35)}:7\r\n${digest.slice(5)}:42\r\n${other.slice(5)}:0`);
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    config = { ...server.config, breachedPasswordsUrl: `http://127.0.0.1:${port}/range` };
  });
  afterAll(async () => {
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
  });
  const problemOf = (password: string) => passwordProblem({ config }, password, { email: EMAIL });

  // @proves 5.49
  test('refuses a leaked password, and tells the service five digits of its hash', async () => {
    answerWith = 'answer';
    expect(await problemOf(BREACHED)).toBe('password.breached');
    expect(asked.every((url) => /^\/range\/[0-9A-F]{5}$/.test(url))).toBe(true);
    expect(await problemOf('mikan-to-kotatsu-32')).toBeUndefined();
    expect(await problemOf('padded-one-4711')).toBeUndefined();
  });

  test('follows no redirect of the service', async () => {
    answerWith = 'redirect';
    asked.length = 0;
    expect(await problemOf(BREACHED)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  // @proves 5.49
  test.each(['error', 'silence'] as const)('accepts it on %s', async (kind) => {
    answerWith = kind;
    expect(await problemOf(BREACHED)).toBeUndefined();
  });
});
