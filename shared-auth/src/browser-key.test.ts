import { IDBFactory } from 'fake-indexeddb';
import { proveBrowser } from './browser-key.ts';
import { openSessionDatabase } from './session/session-database.ts';

// @proves 3.49
test('no script can read the key of the browser', async () => {
  const made = jest.spyOn(crypto.subtle, 'generateKey');
  const asked = { method: 'POST', url: '/api/me/totp', accessToken: 'token', now: Date.now() };
  const proof = await proveBrowser(openSessionDatabase(new IDBFactory()), asked);
  expect(proof?.split('.')).toHaveLength(3);
  const [first] = made.mock.results;
  const { privateKey }: CryptoKeyPair = await first?.value;
  expect(privateKey.usages).toEqual(['sign']);
  for (const format of ['jwk', 'pkcs8'] as const) {
    await expect(crypto.subtle.exportKey(format, privateKey)).rejects.toThrow();
  }
});
