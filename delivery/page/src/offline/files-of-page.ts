import type { PackageOnPage, PageData } from '@portal/shared-contract';
import { scriptOfTexts } from '@portal/shared-contract/script-texts';
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
  /** Reads the hashes that the page itself does not have. */
  readonly readList: (file: FileOfPage) => Promise<Readonly<Record<string, string>>>;
  /** Whether a file that is not needed by the beginning of a visit was loaded on this device. */
  readonly wasLoaded: (address: string) => boolean;
};

/**
 * The files with which the screens of a page's own part open without a connection: all of that part, and of
 * the shell those with which visits begin, in both languages, what the home and a pass need, and what this
 * device has loaded of it.
 * @param address of the page
 */
export async function filesOf(
  { shell, remotes, areas, remoteList, bundles }: PageData,
  address: string,
  { readList, wasLoaded }: Reads,
): Promise<readonly FileOfPage[]> {
  const owner = remotes[remoteFor(areas, barePath(new URL(address).pathname)) ?? ''];
  const parts: readonly PackageOnPage[] = owner ? [shell, owner] : [shell];
  const needed = new Set(
    KEPT_ROUTES.flatMap((path) => owner?.routes[path]?.shellFiles ?? []).map(
      (name) => new URL(shell.base + name, address).href,
    ),
  );
  const found = await Promise.all(
    parts.map(async ({ base, files, hashes }) => {
      const file = (name: string, integrity: string): FileOfPage => ({
        address: new URL(base + name, address).href,
        integrity,
      });
      const list = hashes && file(hashes.file, hashes.integrity);
      const others = list ? await readList(list) : {};
      return [
        ...(list ? [list] : []),
        ...Object.entries(files).map(([name, hash]) => file(name, hash)),
        ...Object.entries(others)
          .filter(([name]) => !Object.hasOwn(files, name))
          .map(([name, hash]) => file(name, hash))
          .filter(({ address: url }) => {
            const script = scriptOfTexts(url);
            const isNamed = Object.hasOwn(files, script.slice(script.lastIndexOf('/') + 1));
            return base === owner?.base || isNamed || needed.has(script) || wasLoaded(script);
          }),
      ];
    }),
  );
  const ofPortal = [...Object.values(bundles ?? {}), ...(remoteList ? [remoteList] : [])];
  return [
    ...found.flat(),
    ...ofPortal.map(({ file, integrity }) => ({
      address: new URL(file, address).href,
      integrity,
    })),
  ];
}
