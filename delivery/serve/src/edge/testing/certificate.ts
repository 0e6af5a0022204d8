import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE } from '@portal/delivery-builder/workspace/packages';
import { generate } from 'selfsigned';
import type { Tls } from '../edge.ts';

const FOLDER = join(CACHE, 'tls');
const LIFE_DAYS = 90;
const RENEW_BEFORE_MS = 7 * 24 * 60 * 60 * 1000;

/** A self-signed certificate for `localhost`, created once and renewed before it expires. */
export async function localCertificate(now = Date.now()): Promise<Tls> {
  const kept = await read();
  if (kept && Date.parse(new X509Certificate(kept.cert).validTo) - now > RENEW_BEFORE_MS) {
    return kept;
  }
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    // Its times have no milliseconds: a certificate from this moment on may not be valid yet.
    notBeforeDate: new Date(now - 60_000),
    notAfterDate: new Date(now + LIFE_DAYS * 24 * 60 * 60 * 1000),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'key.pem'), made.private, { mode: 0o600 });
  await writeFile(join(FOLDER, 'cert.pem'), made.cert);
  return { key: made.private, cert: made.cert };
}

async function read(): Promise<Tls | undefined> {
  try {
    const [key, cert] = await Promise.all(
      ['key.pem', 'cert.pem'].map((name) => readFile(join(FOLDER, name), 'utf8')),
    );
    return key && cert ? { key, cert } : undefined;
  } catch {
    return undefined;
  }
}
