import type { Problem } from '@portal/checks-tools/problem';

/** Generated files, which are not tracked. */
const GENERATED =
  /(^|\/)(node_modules|dist|styled-system|coverage|test-results|playwright-report|\.releases|\.run|\.cache|\.data|\.nx|\.swc)\/|\/locales\/[^/]+\.[jt]s$|\.(tsbuildinfo|log|pem|tgz)$|(^|\/)\.DS_Store$|(^|\/)\.env$/;

/** Folders of one person or one machine. */
const MACHINE_PATHS =
  /(?<![\w.])\/(?:home|Users)\/[a-z][\w-]*\/|(?<![\w.])\/(?:root|work)\/[\w.]|[A-Z]:\\Users\\/;
/** Addresses of registries, which depend on the machine; the lock file has hashes instead. */
const REGISTRY = /"resolved": "https?:|^\s*registry\s*=|^\s*\/\/[\w.:-]+\/:_auth/m;

/** Files that are searched for secrets only, not for names. */
const BINARY = /\.(png|webp|ico|woff2?|tar)$/;

/** @param file path below the root @param read its text */
export function checkTracked(file: string, read: () => string): Problem[] {
  if (GENERATED.test(file))
    return [{ file, says: 'is generated and must not be in the repository.' }];
  if (BINARY.test(file)) return [];
  const text = read();
  const problems: string[] = [];
  const path = MACHINE_PATHS.exec(text);
  if (path) problems.push(`names a folder of one machine: ${path[0]}`);
  if (REGISTRY.test(text)) problems.push('names a registry: leave that to the machine’s npm.');
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) problems.push('holds a private key.');
  return problems.map((says) => ({ file, says }));
}
