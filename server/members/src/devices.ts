/** The device that a request came from, as far as the request tells. */
export type RequestDevice = {
  readonly userAgent?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
};

export type DeviceName = { readonly browser: string | null; readonly system: string | null };

/** The longest part of a user agent that is kept, in characters. */
export const USER_AGENT_MAX = 300;

/** The order matters: nearly every browser also names itself Chrome and Safari, and iOS also names itself Mac. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bLine\//, 'LINE'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\b(iPhone|iPod)\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and the system of a user agent, by the names that members know; null for unknown ones. */
export function nameDevice(userAgent: string | null | undefined): DeviceName {
  const first = (table: readonly [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
