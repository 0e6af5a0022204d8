import type { Problem } from './problem.ts';

/** What is made by a command is made again, never kept. */
const GENERATED =
  /(^|\/)(node_modules|dist|styled-system|coverage|test-results|playwright-report|\.releases|\.run|\.cache|\.data|\.nx|\.swc)\/|\/locales\/[^/]+\.[jt]s$|\.(tsbuildinfo|log|pem|tgz)$|(^|\/)\.DS_Store$|(^|\/)\.env$/;

/** Folders of one person's or one machine's. */
const MACHINE_PATHS =
  /(?<![\w.])\/(?:home|Users)\/[a-z][\w-]*\/|(?<![\w.])\/(?:root|work)\/[\w.]|[A-Z]:\\Users\\/;
/** A registry is the machine's own business; the lock file holds hashes instead of addresses. */
const REGISTRY = /"resolved": "https?:|^\s*registry\s*=|^\s*\/\/[\w.:-]+\/:_auth/m;

/** Files whose content is looked at only for what is secret, not for what it names. */
const BINARY = /\.(png|webp|ico|woff2?|tar)$/;

/**
 * @param file path below the root
 * @param read its text
 */
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
