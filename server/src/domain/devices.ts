/** From where something was done, as far as the request says. */
export type RequestDevice = {
  readonly userAgent?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
};

export type DeviceName = { readonly browser: string | null; readonly system: string | null };

/** More is never read, and nobody's business. */
export const USER_AGENT_MAX = 300;

/** In this order: nearly every browser also calls itself Chrome and Safari, and iOS a Mac. */
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

/** Names that a member recognises a device by; null for what is none of them. */
export function nameDevice(userAgent: string | null | undefined): DeviceName {
  const first = (table: readonly [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
