import { IDBFactory } from 'fake-indexeddb';
import { proveBrowser } from './browser-key.ts';
import { openSessionDatabase } from './session-database.ts';

// @proves 3.49
test('no script can read the key of the browser', async () => {
  const made = jest.spyOn(crypto.subtle, 'generateKey');
  const asked = { method: 'POST', url: '/api/me/totp', accessToken: 'token', now: Date.now() };
  const proof = await proveBrowser(openSessionDatabase(new IDBFactory()), asked);
  expect(proof?.split('.')).toHaveLength(3);
  const keys: CryptoKeyPair[] = await Promise.all(made.mock.results.map(({ value }) => value));
  expect(keys.map(({ privateKey }) => privateKey.usages)).toEqual([['sign']]);
  for (const { privateKey } of keys) {
    await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow();
  }
});
