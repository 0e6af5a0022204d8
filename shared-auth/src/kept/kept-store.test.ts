import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { ONEID_USER_ID } from '../stored-names.ts';
import { MEMBER, openPortalBrowser, type PortalTab } from '../testing/portal-browser.ts';
import { withKept } from './kept-database.ts';
import { keptFirstView } from './kept-first-view.ts';
import { type Kept, readKept, writeFirstView, writeKept } from './kept-store.ts';

const OTHER = { email: 'jiro@example.com', password: 'kusa-mochi-2026-x' };
const DAY_MS = 86_400_000;

let server: TestIdp;
let portal: ReturnType<typeof openPortalBrowser>;
let now: number;
beforeAll(async () => {
  server = await startTestIdp();
  await server.createMember(MEMBER);
  await server.createMember(OTHER);
});
afterAll(() => server.close());
beforeEach(() => {
  now = Date.now();
  portal = openPortalBrowser(server, { now: () => now });
});
afterEach(() => portal.close());

async function signIn(tab: PortalTab, member = MEMBER): Promise<void> {
  portal.cookies.jar.clear();
  await tab.session.signIn();
  expect(await tab.session.completeSignIn(await portal.passSignInPage(tab, member))).toMatchObject({
    ok: true,
  });
  // Stores whose session it is.
  await tab.session.checkSession();
  expect(tab.platform.localStorage.get(ONEID_USER_ID)).toBeDefined();
}

const SECRET = 'SECRET-PASS-OF-HANAKO';
const kept = (): Kept => ({ until: now + DAY_MS, answers: { '/userinfo?': { name: SECRET } } });

const subjectOf = ({ platform }: PortalTab) => platform.localStorage.get(ONEID_USER_ID) ?? '';

/** A browser in which a member is signed in and something is kept. */
async function keptTab(): Promise<PortalTab> {
  const tab = portal.open();
  await signIn(tab);
  const subject = subjectOf(tab);
  await writeKept(kept(), subject, tab.platform);
  const { answers, until } = kept();
  await writeFirstView('/my-page', answers, { subject, until }, tab.platform);
  expect(await readKept(tab.platform)).toEqual(kept());
  expect(await keptFirstView('/my-page', tab.platform)).toEqual(new Map(Object.entries(answers)));
  return tab;
}

/** Nothing of the database is left, once what was asked for has been done. */
const expectNothingKept = () =>
  waitFor(async () => {
    const all = await portal.shared.indexedDB.databases();
    expect(all.map(({ name }) => name)).not.toContain('portal-kept');
  });

// @proves 3.81 14.164
test('what is kept stands nowhere in plain text, and no script can read its key', async () => {
  const { platform } = await keptTab();
  const { indexedDB } = platform;
  if (!indexedDB) throw new Error('This browser has a database.');
  const record = await withKept<{ key: CryptoKey; text: ArrayBuffer }>(
    indexedDB,
    'readonly',
    (store) => store.get('record'),
  );
  expect(Buffer.from(record.text).toString('latin1')).not.toContain(SECRET);
  expect(record.key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', record.key)).rejects.toThrow();
  expect([...portal.shared.localStorage.shared.values()].join()).not.toContain(SECRET);
});

const ENDS: [string, (tab: PortalTab, other: PortalTab) => Promise<unknown>][] = [
  ['the member signs out', ({ session }) => session.signOut()],
  ['the member signs out in another tab', (_, { session }) => session.signOut()],
  ['the account is closed', ({ session }) => session.accountClosed()],
  [
    'the member has signed out everywhere, at the next contact',
    (tab) => {
      portal.cookies.jar.clear();
      return tab.session.checkSession();
    },
  ],
  ['another member signs in', (tab) => signIn(tab, OTHER)],
];

// @proves 14.164 7.796
test.each(ENDS)('nothing is left when %s', async (_, end) => {
  const tab = await keptTab();
  const other = portal.open();
  await other.session.ready;
  await end(tab, other);
  expect(await keptFirstView('/my-page', tab.platform)).toBeUndefined();
  expect(await readKept(tab.platform)).toBeUndefined();
  await expectNothingKept();
});

// @proves 14.164
test('nothing is left when the end of the session is found by a page that was opened after it', async () => {
  const tab = await keptTab();
  const { localStorage } = tab.platform;
  for (const name of portal.shared.localStorage.shared.keys()) localStorage.set(name, undefined);
  await withSignedOutRecord();
  await portal.open().session.ready;
  await expectNothingKept();
});

// @proves 14.164
test('a sign-out that comes while something is written leaves nothing', async () => {
  const tab = portal.open();
  await signIn(tab);
  const writing = writeKept(kept(), subjectOf(tab), tab.platform);
  await tab.session.signOut();
  await writing;
  await expectNothingKept();
});

// @proves 14.164
test('what came for one member is not kept for another who has signed in meanwhile', async () => {
  const tab = portal.open();
  await signIn(tab);
  const first = subjectOf(tab);
  await signIn(tab, OTHER);
  await writeKept(kept(), first, tab.platform);
  expect(await readKept(tab.platform)).toBeUndefined();
  await expectNothingKept();
});

/** Buckets as a browser has them, by name. */
function withBuckets() {
  const buckets = new Map<string, { indexedDB: IDBFactory; expires: number }>();
  const fresh = () => ({ indexedDB: new IDBFactory() as IDBFactory, expires: 0 });
  Object.assign(portal.shared, {
    buckets: {
      async open(name: string, { expires = 0 } = {}) {
        const bucket = buckets.get(name) ?? { ...fresh(), expires };
        buckets.set(name, bucket);
        return {
          indexedDB: bucket.indexedDB,
          setExpires: async (at: number) => Object.assign(bucket, { expires: at }),
        };
      },
      keys: async () => [...buckets.keys()],
      delete: async (name: string) => buckets.delete(name),
    },
  });
  return buckets;
}

// @proves 14.511
test('where there are buckets it lies in one that the browser itself removes in time', async () => {
  const buckets = withBuckets();
  const tab = await keptTab();
  expect([...buckets.values()].map(({ expires }) => expires)).toEqual([kept().until]);
  await expectNothingKept();
  now += 1000;
  await writeKept(kept(), subjectOf(tab), tab.platform);
  expect([...buckets.values()].map(({ expires }) => expires)).toEqual([kept().until]);
});

// @proves 14.511
test.each(ENDS)('no bucket is left when %s', async (_, end) => {
  const buckets = withBuckets();
  const tab = await keptTab();
  const other = portal.open();
  await other.session.ready;
  await end(tab, other);
  await waitFor(() => expect([...buckets]).toEqual([]));
  expect(await readKept(tab.platform)).toBeUndefined();
  expect([...buckets]).toEqual([]);
});

const CHANGES: [string, (record: Record<string, unknown>) => object][] = [
  ["another member's", (record) => ({ ...record, subject: 'somebody-else' })],
  ['older than it may be', (record) => ({ ...record, until: 0 })],
  ['changed', (record) => ({ ...record, text: new ArrayBuffer(64) })],
  ['of another form', () => ({ subject: 1 })],
];

// @proves 14.164
test.each(CHANGES)('what is %s is not read, and removed', async (_, change) => {
  const { platform } = await keptTab();
  const { indexedDB } = platform;
  if (!indexedDB) throw new Error('This browser has a database.');
  const record = await withKept<Record<string, unknown>>(indexedDB, 'readonly', (store) =>
    store.get('record'),
  );
  await withKept(indexedDB, 'readwrite', (store) => store.put(change(record), 'record'));
  expect(await readKept(platform)).toBeUndefined();
  await expectNothingKept();
});

async function withSignedOutRecord(): Promise<void> {
  const { openSessionDatabase, resultOf } = await import('../session-database.ts');
  const database = openSessionDatabase(portal.shared.indexedDB);
  await database('readwrite', (store) => resultOf(store.put({ signedIn: false }, 'tokens')));
}
