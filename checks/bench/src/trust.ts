import { createHash, X509Certificate } from 'node:crypto';

/** Makes Chromium trust the test's certificate. With `ignoreHTTPSErrors` it would cache nothing. */
export function trustArgument(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(key).digest('base64');
  return `--ignore-certificate-errors-spki-list=${hash}`;
}
