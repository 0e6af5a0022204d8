import type { Bundle, HashedFile, PageData, PartList } from '@portal/shared-contract';
import { localeOfTexts, scriptOfTexts } from '@portal/shared-contract/script-texts';
import { KEPT_ROUTES } from '@portal/shared-contract/worker';
import { barePath } from '@portal/shared-i18n/locale-path';
import { remoteFor } from '@portal/shared-routing/route-match';

/** A file that a page names, with its hash. */
export type FileOfPage = { readonly address: string; readonly integrity: string };

/** The data in a composed page. @throws Error for anything else */
export function pageDataIn(html: string): PageData {
  const found = /<script type="application\/json" id="portal-data">(.*?)<\/script>/s.exec(html);
  if (!found?.[1]) throw new Error('This is no page of the portal.');
  return JSON.parse(found[1]) as PageData;
}

type Reads = {
  /** Reads what the page itself does not have of its parts. */
  readonly readParts: (file: FileOfPage) => Promise<PartList>;
  /** Whether a file that is not needed by the beginning of a visit was loaded on this device. */
  readonly wasLoaded: (address: string) => boolean;
};

/**
 * The files with which the screens of a page's own part open without a connection: its bundles, all of that part, and of
 * the shell those with which visits begin, in both languages, what the home and a pass need, and what this
 * device has loaded of it.
 * @param address of the page
 */
export async function filesOf(
  { shell, remotes, areas, partList, bundles }: PageData,
  address: string,
  { readParts, wasLoaded }: Reads,
): Promise<readonly FileOfPage[]> {
  const absolute = (url: string) => new URL(url, address).href;
  const fileAt = ({ file, integrity }: HashedFile): FileOfPage => ({
    address: absolute(file),
    integrity,
  });
  const filesIn = (base: string, files: Readonly<Record<string, string>> = {}): FileOfPage[] =>
    Object.entries(files).map(([name, integrity]) => fileAt({ file: base + name, integrity }));
  const list = partList && (await readParts(fileAt(partList)));
  const name = remoteFor(areas, barePath(new URL(address).pathname)) ?? '';
  const owner = remotes[name];
  const joined: readonly Bundle[] = Object.values(bundles ?? {});
  const bundled = new Set(joined.flatMap(({ holds }) => holds.map(absolute)));
  const needed = new Set([
    ...filesIn(shell.base, shell.files).map((file) => file.address),
    ...KEPT_ROUTES.flatMap((path) => owner?.routes[path]?.shellFiles ?? []).map((file) =>
      absolute(shell.base + file),
    ),
  ]);
  const ofShell = filesIn(shell.base, { ...list?.shell, ...shell.files }).filter(
    ({ address: url }) => {
      const script = scriptOfTexts(url);
      const isText = localeOfTexts(url) !== undefined;
      return needed.has(script) || wasLoaded(script) || (isText && bundled.has(script));
    },
  );
  return [
    ...ofShell,
    ...(owner ? filesIn(owner.base, { ...list?.remotes[name]?.files, ...owner.files }) : []),
    ...[...joined, ...(partList ? [partList] : [])].map(fileAt),
  ];
}
