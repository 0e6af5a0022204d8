import { generateKeyPairSync } from 'node:crypto';
import { testConfig } from '@portal/server-testing/config';
import { releaseKeys } from './release-keys.ts';

const config = testConfig();

test('the keys of the log and of the operator follow from the secret, and differ', () => {
  const { signing, verifying, operator } = releaseKeys(config);
  const { d: _secret, ...publicKey } = signing;
  expect(verifying).toEqual([publicKey]);
  expect(operator.x).not.toBe(signing.x);
  expect(releaseKeys(testConfig({ secrets: { ...config.secrets } })).signing).toEqual(signing);
  const secretKeys = ['another secret of at least 32 characters'] as const;
  const other = releaseKeys(testConfig({ secrets: { ...config.secrets, secretKeys } }));
  expect(other.signing.x).not.toBe(signing.x);
});

test('the first configured key signs, and all count', () => {
  const [first, second] = [1, 2].map(() =>
    generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
  );
  const logKeys = [first, second] as never;
  const keys = releaseKeys(testConfig({ releases: { ...config.releases, logKeys } }));
  expect(keys.signing).toMatchObject({ x: first?.x, d: first?.d });
  expect(keys.verifying.map(({ x }) => x)).toEqual([first?.x, second?.x]);
  expect(keys.verifying[0]).not.toHaveProperty('d');
  expect(new Set(keys.verifying.map(({ kid }) => kid)).size).toBe(2);
});
