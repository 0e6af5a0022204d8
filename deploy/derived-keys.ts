import { createPrivateKey, hkdfSync } from 'node:crypto';
import { Refused, runCommand } from '../shared-process/src/command-line.ts';

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

await runCommand(
  {
    usage: 'SECRET_KEYS=… node deploy/derived-keys.ts',
    does: 'Prints the keys of turnstiles and push messages that an earlier version made from SECRET_KEYS.',
    details: [
      'They go behind new keys, for the time in which what they made is still in use',
      '(docs/operations.md, «Replace keys»).',
    ],
  },
  printKeys,
);

function printKeys(): void {
  const roots = (process.env.SECRET_KEYS ?? process.env.SECRET_KEY ?? '')
    .split(',')
    .filter(Boolean);
  if (roots.length === 0) throw new Refused('Please set SECRET_KEYS, as the server had it.');
  const print = (name: string, keys: readonly object[]) =>
    console.log(`${name}=${JSON.stringify(keys)}`);
  print(
    'TURNSTILE_KEYS',
    roots.map((root) => ed25519(root, 'passport-gate')),
  );
  print(
    'VAPID_KEYS',
    roots.map((root) => p256(root, 'web-push')),
  );
}

function derive(root: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', root.trim(), '', `portal:${purpose}`, 32));
}

function ed25519(root: string, purpose: string): object {
  const der = Buffer.concat([PKCS8_ED25519, derive(root, purpose)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
}

function p256(root: string, purpose: string): object {
  const d = derive(root, purpose);
  d[0] = (d[0] ?? 0) & 0x7f;
  return { kty: 'EC', crv: 'P-256', d: d.toString('base64url') };
}
