import { USER_AGENT_MAX } from '@portal/server-members/devices';

/** An engine with its major version, from a bounded set: as labels of a counter. */
export type BrowserEngine = { readonly engine: string; readonly version: string };

/**
 * Versions that are told apart. Each counted label stays in memory, and a caller writes what it likes: the newest leave
 * room for the versions of five years (one in four weeks; WebKit's is the year).
 */
const ENGINES: readonly {
  readonly engine: string;
  readonly pattern: RegExp;
  readonly versions: readonly [oldest: number, newest: number];
}[] = [
  // Every browser of an iPhone has WebKit. Safari freezes the version of its system since 26, others name no other.
  {
    engine: 'webkit',
    pattern: /^(?!.*\bChrome\/).*\bVersion\/(\d+)[\d.]*(?: Mobile\/\w+)? Safari\//,
    versions: [12, 40],
  },
  { engine: 'webkit', pattern: /\b(?:iPhone|iPad)\b.*\bOS (\d+)_/, versions: [12, 40] },
  { engine: 'gecko', pattern: /\bFirefox\/(\d+)/, versions: [78, 220] },
  { engine: 'chromium', pattern: /\b(?:Headless)?Chrome\/(\d+)/, versions: [80, 220] },
];

/** The engine of a user agent. Of a version beside those that are told apart it says on which side it lies. */
export function engineOf(userAgent = ''): BrowserEngine {
  const text = userAgent.slice(0, USER_AGENT_MAX);
  for (const { engine, pattern, versions } of ENGINES) {
    const [, digits] = pattern.exec(text) ?? [];
    if (digits === undefined) continue;
    const [oldest, newest] = versions;
    const version = Number(digits);
    if (version < oldest) return { engine, version: 'older' };
    return { engine, version: version > newest ? 'newer' : String(version) };
  }
  return { engine: 'other', version: 'unknown' };
}
