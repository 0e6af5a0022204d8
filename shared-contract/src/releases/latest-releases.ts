import type { LatestReleases, PageData } from '../page.ts';

/** The address of the releases that are live for this browser. */
const LATEST = '/latest.json';

/** @returns undefined where no answer came, or none that can be understood */
export async function fetchLatest(
  fetch: typeof globalThis.fetch,
): Promise<LatestReleases | undefined> {
  try {
    // The answer has a tag, so that an unchanged one costs no more than its headers.
    const answer = await fetch(LATEST, { cache: 'no-cache', credentials: 'same-origin' });
    const latest: LatestReleases | undefined = answer.ok ? await answer.json() : undefined;
    return typeof latest?.parts === 'object' ? latest : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the page of this tab was made of other releases: newer ones, or those before a roll-back. */
export function differsFromPage(
  { parts, partList }: LatestReleases,
  page: Pick<PageData, 'shell' | 'remotes' | 'areas' | 'partList'>,
): boolean {
  const { shell, remotes, areas } = page;
  // Before the page's other remotes are read, it knows the file that lists them.
  const isRead = areas.split(' ').every((area) => remotes[area.replace(/.*:/, '')]);
  if (page.partList && !isRead) {
    return shell.version !== parts.shell || partList !== page.partList.file;
  }
  const own = new Map([
    ['shell', shell.version],
    ...Object.entries(remotes).map(([name, { version }]) => [name, version] as const),
  ]);
  const latest = Object.entries(parts);
  return latest.length !== own.size || latest.some(([name, version]) => own.get(name) !== version);
}
