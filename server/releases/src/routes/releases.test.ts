import { brotliCompressSync } from 'node:zlib';
import { ReleaseClientError } from '@portal/delivery-model/client/client';
import {
  documentKey,
  type ReleaseContent,
  versionedDocument,
} from '@portal/delivery-model/document';
import { makeRelease, makeShell, type TestRelease } from '@portal/delivery-model/testing/release';
import { addStaffCredential, endStaffCredential } from '@portal/server-members/staff-credentials';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { callApi } from '@portal/server-testing/api-call';
import {
  promotion,
  publish as publishAs,
  testStore,
} from '@portal/server-testing/releases/page-setting';
import { addTeam, operatorOf, type TestTeam, tokenOf } from '@portal/server-testing/releases/teams';

const { store, releases, remove } = testStore();
const config = { releases };

let server: TestServer;
let accounts: TestTeam;
let pages: TestTeam;
beforeAll(async () => {
  server = await startTestServer({ config });
  accounts = await addTeam(server, 'accounts', ['account'], ['/account']);
  pages = await addTeam(server, 'pages', ['mypage'], ['/my-page']);
});
afterAll(async () => {
  await server.close();
  remove();
});

const publish = (team: TestTeam, release: TestRelease) => publishAs(team, release);

/** The code of the refusal, and the status. */
async function refusalOf(
  work: Promise<unknown>,
): Promise<[status: number, code: string | undefined]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ReleaseClientError)) throw new Error(`not refused: ${error}`);
  const [first] = error.refusals;
  expect(first).toEqual({
    code: expect.any(String),
    reason: expect.stringMatching(/[.:]/),
    remedy: expect.stringMatching(/\.$/),
  });
  return [error.status, first?.code];
}

// @proves 7.114 7.115 7.116 7.117 7.118
test('a team publishes and promotes its part with its own token', async () => {
  const one = makeRelease('account', 'one');
  const two = makeRelease('account', 'two');
  await publish(accounts, one);
  await publish(accounts, two);
  await accounts.operate(promotion(one));
  const entry = await accounts.operate(promotion(two));
  expect(entry).toMatchObject({
    by: { team: 'accounts', token: 'accounts' },
    operation: { type: 'promote', part: 'account', version: two.document.version },
    state: {
      remotes: { account: { stable: two.document.version, previous: one.document.version } },
    },
  });
  expect(await pages.lastEntry()).toEqual(entry);
  const entries = await pages.history();
  expect(entries.map(({ seq }) => seq)).toEqual(
    Array.from({ length: entry.seq }, (_, n) => entry.seq - n),
  );
  expect(await pages.history(2)).toEqual(entries.slice(0, 2));
});

// @proves 6.20 6.21 6.22
test("another team's part and segment, and what only the operator may do, are refused", async () => {
  const release = makeRelease('account', 'of another team');
  expect(await refusalOf(publish(pages, release))).toEqual([422, 'not-your-part']);
  await publish(accounts, release);
  expect(await refusalOf(pages.operate(promotion(release)))).toEqual([422, 'not-your-part']);
  for (const type of ['rollback', 'revive'] as const)
    expect(await refusalOf(pages.operate({ type, part: 'account' }))).toEqual([
      422,
      'not-your-part',
    ]);

  const greedy = makeRelease('account', 'greedy', ['/account', '/my-page']);
  await publish(accounts, greedy);
  expect(await refusalOf(accounts.operate(promotion(greedy)))).toEqual([422, 'not-your-segment']);

  const more = { type: 'setTeam', name: 'accounts', parts: ['mypage'], segments: [] } as const;
  const set = { ...more, parts: [...more.parts], segments: [...more.segments] };
  expect(await refusalOf(accounts.operate(set))).toEqual([422, 'operator-only']);
  expect(await refusalOf(operatorOf(server).operate(set))).toEqual([422, 'part-taken']);
});

// @proves 6.24
test('a token that is missing, made up, of staff, of a member, or has ended is refused', async () => {
  const body = { operation: { type: 'rollback', part: 'nothing' } };
  const send = async (token: string | undefined) => {
    const answer = await callApi(server, {
      method: 'POST',
      path: '/releases/operations',
      body,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    return [answer.status, answer.body.error, answer.body.refusals?.[0]?.code];
  };
  const refused = [401, 'auth.unauthorized', 'unknown-token'];
  const allowed = [422, 'request.invalid', 'not-your-part'];
  expect(await send(accounts.token)).toEqual(allowed);
  expect(await send(undefined)).toEqual(refused);
  expect(await send(`${accounts.token}x`)).toEqual(refused);
  const turnstile = await addStaffCredential(server.context, {
    name: 'Turnstile',
    scopes: ['check_turnstile'],
    days: 1,
  });
  if (turnstile === 'name_taken') throw new Error('taken');
  expect(await send(turnstile.token)).toEqual(refused);
  const member = await server.createMember();
  const { accessToken } = await server.signInAs(member.id);
  expect(await send(accessToken)).toEqual(refused);
  // A team may have several, each of which ends alone and at once.
  const second = await tokenOf(server, 'accounts', 'the pipeline of accounts');
  expect(await send(second)).toEqual(allowed);
  await endStaffCredential(server.context, 'the pipeline of accounts');
  expect(await send(second)).toEqual(refused);
  expect(await send(accounts.token)).toEqual(allowed);
});

// @proves 6.24
test('a token that ends while the body of its call comes changes nothing', async () => {
  const token = await tokenOf(server, 'accounts', 'held');
  const content = JSON.stringify({ operation: { type: 'rollback', part: 'account' } });
  // Asked for once the token has been found to hold.
  const pull = async (controller: ReadableStreamDefaultController) => {
    await endStaffCredential(server.context, 'held');
    controller.enqueue(new TextEncoder().encode(content));
    controller.close();
  };
  const request = new Request(`${server.context.config.apiOrigin}/releases/operations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: new ReadableStream({ pull }, { highWaterMark: 0 }),
    duplex: 'half',
  } as RequestInit);
  const before = (await accounts.lastEntry())?.seq;
  expect((await server.api.fetch(request)).status).toBe(401);
  expect((await accounts.lastEntry())?.seq).toBe(before);
});

// @proves 7.117 7.551
test.each([
  'main.js',
  '.hidden.0123456789.js',
  '../main.0123456789.js',
  'main.0123456789.js.exe',
  'page.0123456789.html',
  'main.0123456789.map',
  'main.0123456789.exe',
  `${'a'.repeat(300)}.0123456789.js`,
  'main.0123456789.js.br.br',
])('refuses the file name %s', async (name) => {
  expect(await refusalOf(accounts.uploadFile('account', name, new Uint8Array([1])))).toEqual([
    422,
    'file-name',
  ]);
});

// @proves 7.150
test('a team learns which files of its part are stored, and uploads only the others', async () => {
  const { document, files } = makeRelease('account', 'only what is missing');
  const [first = '', ...others] = Object.keys(files).filter((file) => !file.startsWith('same'));
  await accounts.uploadFile('account', first, files[first] ?? new Uint8Array());
  const stored = await accounts.storedFiles('account');
  expect([first, `${first}.br`, ...others].map((file) => stored.has(file))).toEqual([
    true,
    ...[`${first}.br`, ...others].map(() => false),
  ]);
  expect(await refusalOf(pages.storedFiles('account'))).toEqual([422, 'not-your-part']);

  const text = files[first] ?? new Uint8Array();
  const compressed = { [`${first}.br`]: brotliCompressSync(text) };
  const read: string[] = [];
  const publishAgain = () =>
    accounts.publish(
      document,
      async (file) => {
        read.push(file);
        return { ...files, ...compressed }[file] ?? new Uint8Array();
      },
      Object.keys(compressed),
    );
  const uploaded = await publishAgain();
  expect(read).not.toContain(first);
  // The file that all releases share may be there from another test.
  expect(read).toEqual(expect.arrayContaining([...others, `${first}.br`]));
  expect(uploaded.files).toBe(read.length);
  expect(await publishAgain()).toEqual({ files: 0, bytes: 0 });
});

// @proves 7.118
test('a release without a file, with another file, of another name or form is refused', async () => {
  const { document, files } = makeRelease('account', 'incomplete');
  const [first = ''] = Object.keys(files);
  const publishAs = (changed: object, skip?: string) => {
    const uploads = Object.fromEntries(
      Object.entries(document.files).filter(([name]) => name !== skip),
    );
    // The client uploads the files that it knows of, and then the document as it is.
    const sent = { ...document, ...changed, toJSON: () => ({ ...document, ...changed }) };
    return accounts.publish({ ...sent, files: uploads } as never, async (file) => {
      return files[file] ?? new Uint8Array();
    });
  };
  expect(await refusalOf(publishAs({}, first))).toEqual([422, 'file-missing']);
  const wrong = { ...document.files, [first]: { ...document.files[first], size: 1 } };
  const { version: _own, ...content } = document;
  const misstated = versionedDocument('1.0.0', { ...content, files: wrong } as ReleaseContent);
  expect(await refusalOf(publishAs(misstated))).toEqual([422, 'file-differs']);
  expect(await refusalOf(publishAs({ kind: 'other' }))).toEqual([422, 'document-invalid']);
  expect(await store.get(documentKey('account', document.version))).toBeUndefined();
  expect(await refusalOf(accounts.operate(promotion({ document })))).toEqual([
    422,
    'unknown-release',
  ]);
  await publish(accounts, { document, files });
  await publish(accounts, { document, files });
  // Its version does not fit.
  expect(await refusalOf(publishAs({ commit: 'a'.repeat(40) }))).toEqual([422, 'document-invalid']);
});

// @proves 7.220
test('a team reads the document of a release of any part', async () => {
  const shell = makeShell('to be read');
  await publish(operatorOf(server), shell);
  const { version } = shell.document;
  expect(await accounts.document('shell', version)).toEqual(shell.document);
  expect(await refusalOf(accounts.document('account', version))).toEqual([422, 'unknown-release']);
  expect(await refusalOf(accounts.document('Account', version))).toEqual([422, 'unknown-release']);
  const long = `1.0.0-${'a'.repeat(300)}+0123456789ab`;
  expect(await refusalOf(accounts.document('account', long))).toEqual([422, 'unknown-release']);
});

// @proves 7.712 7.713
test('staff see in a browser what is live and who changed it, and nobody sees it without a token', async () => {
  const page = (headers: HeadersInit) =>
    server.api.fetch(new Request('http://localhost/releases/page', { headers }));
  const basic = (password: string) => ({ authorization: `Basic ${btoa(`any:${password}`)}` });
  for (const headers of [{}, basic('made up')]) {
    const refused = await page(headers);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic /),
    ]);
  }
  const release = makeRelease('account', 'on the page');
  await publish(accounts, release);
  await accounts.operate({ ...promotion(release), withoutGate: '<script>alert(1)</script>' });
  const shown = await page(basic(await tokenOf(server, 'visitors')));
  const body = await shown.text();
  expect(shown.status).toBe(200);
  expect(body).toContain(`<th scope="row">account</th><td>${release.document.version} since`);
  expect(body).toContain('without the gate: &lt;script&gt;');
  expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
});
