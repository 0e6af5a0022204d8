/** What no log may have: of these, tests give the portal plenty. */
const LEAKS: readonly (readonly [string, RegExp])[] = [
  ['an email address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
  ['a query', /\?[\w-]+=/],
  ['a token', /\bBearer\s|\beyJ[\w-]{10,}|"[\w~-]{40,}"/],
  ['a name or an address', /[\u3040-\u30ff\u4e00-\u9fff]/],
  ['a telephone number', /\+81|\b0[789]0-?\d{4}-?\d{4}\b/],
  ['a password', /sakura-mochi|yuzu-to-kinako/],
];

/** The lines that tell something of a member, or a secret, each with what it is. */
export const leaksIn = (log: string): string[] =>
  log.split('\n').flatMap((line) => {
    const found = LEAKS.find(([, pattern]) => pattern.test(line));
    return found ? [`${found[0]}: ${line}`] : [];
  });
