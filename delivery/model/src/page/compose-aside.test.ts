import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { documentKey, fileKey } from '../document.ts';
import type { EnvironmentState } from '../state.ts';
import type { Store } from '../store/store.ts';
import { portalConfig } from '../testing/portal-config.ts';
import { makeRelease, makeShell } from '../testing/release.ts';
import { composeAside, packAside } from './compose-aside.ts';
import { composeState } from './compose-state.ts';
import { storedConfiguration } from './configuration.ts';

const now = Date.parse('2026-11-23T00:00:00Z');
const configuration = storedConfiguration({ config: portalConfig() });

/** A state with one remote, and the store that it is composed from. @param content of the shell's files */
function setting(content: string) {
  const releases = [makeShell(content), makeRelease('account', 'one')];
  const stored = new Map<string, Uint8Array>([
    [configuration.key, Buffer.from(configuration.json)],
    ...releases.flatMap(({ document, files }) => [
      [
        documentKey(document.name, document.version),
        Buffer.from(JSON.stringify(document)),
      ] as const,
      ...Object.entries(files).map(
        ([file, bytes]) => [fileKey(document.name, file), bytes] as const,
      ),
    ]),
  ]);
  const [shell, account] = releases.map(({ document: { version: stable } }) => ({
    stable,
    since: '2026-11-22T00:00:00Z',
  }));
  const state: EnvironmentState = {
    configuration: configuration.digest,
    ...(shell && { shell }),
    remotes: account ? { account } : {},
    teams: {},
  };
  const store: Pick<Store, 'get'> = { get: async (key) => stored.get(key) };
  return { state, store };
}
const { state, store } = setting('one');

// @proves 7.575
test('composes in another process what composeState composes, and compresses it', async () => {
  const composed = await composeState(state, store, { now });
  const plain = await composeAside(state, store, { now, wanted: 'plain' });
  expect(plain).toEqual(composed);
  const [variant] = (await composeAside(state, store, { now, wanted: 'packed' })) ?? [];
  const [best] = await packAside(plain?.map(({ page }) => page) ?? [], AbortSignal.timeout(60_000));
  const body = composed?.[0]?.page['index.html']?.body;
  for (const packed of [variant?.packed, best]) {
    const file = packed?.['index.html'];
    if (!file) throw new Error('The page is not compressed.');
    expect(brotliDecompressSync(file.br).toString()).toBe(body);
    expect(gunzipSync(file.gzip).toString()).toBe(body);
  }
  expect(await composeAside(state, store, { now, wanted: 'trial' })).toEqual([]);
  expect(await composeAside({ remotes: {}, teams: {} }, store, { now, wanted: 'plain' })).toBe(
    undefined,
  );
});

// @proves 7.575
test('ends a composition that takes too long, and its process', async () => {
  const slow = setting('x'.repeat(4_000_000));
  const works = composeAside(slow.state, slow.store, { now, wanted: 'packed', limitMs: 100 });
  await expect(works).rejects.toThrow('ended before it answered');
  // The next one has a process of its own.
  expect(await composeAside(state, store, { now, wanted: 'trial' })).toEqual([]);
});
