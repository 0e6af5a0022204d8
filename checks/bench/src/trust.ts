import { createHash, X509Certificate } from 'node:crypto';

/**
 * The argument by which Chromium takes the test's certificate as trusted. `ignoreHTTPSErrors` alone lets
 * pages load, but then the browser caches nothing of them, so that no load would be warm.
 */
export function trustArgument(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(key).digest('base64');
  return `--ignore-certificate-errors-spki-list=${hash}`;
}
