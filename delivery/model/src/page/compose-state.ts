import type { SwitchedOffRemote } from '@portal/shared-contract';
import { fallbackOf, type Variant, variantsOf } from '../canary.ts';
import {
  documentKey,
  fileKey,
  parseDocument,
  type ReleaseDocument,
  type RemoteDocument,
  segmentsOf,
} from '../document.ts';
import { isRemote, isShell } from '../gate/live-releases.ts';
import { SHELL } from '../log/operations.ts';
import { type PagePreview, previewedState } from '../preview/preview.ts';
import { type PageTexts, readText } from '../release-files.ts';
import type { EnvironmentState } from '../state.ts';
import type { Store } from '../store/store.ts';
import { bundledFiles } from './bundles.ts';
import { type ComposedPage, composePage } from './compose.ts';
import { configurationKey, parseConfiguration } from './configuration.ts';
import { filesBase, type Registry } from './registry.ts';

export type ComposedVariant = {
  readonly key: string;
  readonly slices: readonly number[];
  readonly page: ComposedPage;
};

export type ComposeOptions = {
  readonly seq?: number;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Composes only what a browser with this slice gets, with what is not live. */
  readonly preview?: { readonly page: PagePreview; readonly slice: number } | undefined;
};

export type ReadVariant = Omit<ComposedVariant, 'page'> & { readonly registry: Registry };

/**
 * Composes the page of each variant of a state, from the documents, texts and configuration in the
 * store. Of a part that is switched off it has the paths and the name alone, for which the shell has words. The
 * page also depends on the time, as long as `fallbacksEndAt` says.
 * @returns undefined for a state without a shell or without a configuration, which has no page yet
 * @throws Error for anything in the store that is missing or not as its hash says
 */
export const composeState = async (
  ...asked: Parameters<typeof readVariants>
): Promise<readonly ComposedVariant[] | undefined> =>
  (await readVariants(...asked))?.map(composeVariant);

export const composeVariant = ({ registry, ...variant }: ReadVariant): ComposedVariant => ({
  ...variant,
  page: composePage(registry),
});

export async function readVariants(
  asked: EnvironmentState,
  from: Pick<Store, 'get'>,
  { seq, now, preview }: ComposeOptions,
): Promise<readonly ReadVariant[] | undefined> {
  const state = preview ? previewedState(asked, preview.page.shown) : asked;
  const { configuration: digest } = state;
  if (!state.shell || digest === undefined) return undefined;
  const key = configurationKey(digest);
  const configuration = parseConfiguration(
    new TextDecoder().decode(await bytesOf(from, key)),
    digest,
  );
  const releases = readReleases(from);
  const variants = variantsOf(state).filter(
    ({ slices }) => !preview || slices.includes(preview.slice),
  );
  return Promise.all(
    variants.map(async ({ variant, slices }) => {
      if (!variant.shell) throw new Error('A page needs a shell.');
      const shell = await releases.document(SHELL, variant.shell.version);
      if (!isShell(shell)) throw new Error(`${SHELL} ${shell.version} is not a shell.`);
      const remote = async (name: string, version: string) => {
        const release = await releases.document(name, version);
        if (!isRemote(release)) throw new Error(`${name} ${version} is not a remote.`);
        const fallback = await fallbackDocument(name, slices[0] ?? 0);
        return { ...(await releases.registered(release)), fallback };
      };
      const registry: Registry = {
        ...configuration,
        shell: { ...(await releases.registered(shell)), texts: await releases.pageTexts(shell) },
        remotes: await eachRemote(variant, false, remote),
        switchedOff: await eachRemote(variant, true, switchedOffPart),
        seq,
        preview: preview?.page,
      };
      return { key: variant.key, slices, registry };
    }),
  );

  /** All slices of a variant have the same fallbacks. */
  async function fallbackDocument(
    name: string,
    slice: number,
  ): Promise<RemoteDocument | undefined> {
    const part = state.remotes[name];
    const version = part && fallbackOf(part, slice, now);
    if (!version) return undefined;
    // A page without a fallback is better than none.
    const document = await releases.document(name, version).catch(() => undefined);
    return document && isRemote(document) ? document : undefined;
  }

  /** Whatever is wrong with a release, it can be switched off. */
  function switchedOffPart(name: string, version: string): Promise<SwitchedOffRemote> {
    return releases.document(name, version).then(
      (release) => ({
        owns: segmentsOf(release),
        ...(isRemote(release) && release.title && { title: release.title }),
      }),
      () => ({ owns: [] }),
    );
  }
}

async function eachRemote<T>(
  { remotes }: Variant,
  isOff: boolean,
  read: (name: string, version: string) => Promise<T>,
): Promise<Readonly<Record<string, T>>> {
  const wanted = Object.entries(remotes).filter(([, { killed }]) => killed === isOff);
  const found = wanted.map(
    async ([name, { version }]) => [name, await read(name, version)] as const,
  );
  return Object.fromEntries(await Promise.all(found));
}

/** Documents and texts of releases. Most variants have most of them in common, so that each is read once. */
function readReleases(store: Pick<Store, 'get'>) {
  const reads = new Map<string, Promise<unknown>>();
  function once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = (reads.get(key) as Promise<T> | undefined) ?? read();
    reads.set(key, known);
    return known;
  }
  const text = (release: ReleaseDocument, file: string): Promise<string> => {
    const key = fileKey(release.name, file);
    return once(key, () => readText(release, file, () => bytesOf(store, key)));
  };

  return {
    document(name: string, version: string): Promise<ReleaseDocument> {
      const key = documentKey(name, version);
      return once(key, async () => {
        const document = parseDocument(new TextDecoder().decode(await bytesOf(store, key)));
        if (document.name === name && document.version === version) return document;
        throw new Error(`${key} is the document of ${document.name} ${document.version}.`);
      });
    },

    async pageTexts(shell: ReleaseDocument & { readonly page: PageTexts }): Promise<PageTexts> {
      const texts = Object.entries(shell.page).map(
        async ([name, file]) => [name, await text(shell, file)] as const,
      );
      return Object.fromEntries(await Promise.all(texts)) as PageTexts;
    },

    /** A page without bundles, which then loads their files one by one, and without a first view is better than none. */
    registered: <D extends ReleaseDocument>(release: D) =>
      once(`${release.name} ${release.version}`, async () => {
        const views = Object.entries(release.rows).map(async ([path, { firstView }]) => {
          if (!firstView) return [];
          const { ja, en } = firstView;
          return Promise.all([text(release, ja), text(release, en)]).then(
            ([ja, en]) => [[path, { ja, en }] as const],
            () => [],
          );
        });
        const bundled = bundledFiles(release).map(
          async (file) => [file, await text(release, file)] as const,
        );
        const contents = Promise.all(bundled).then(
          (found) => new Map(found),
          () => undefined,
        );
        return {
          base: filesBase(release.name),
          release,
          firstViews: Object.fromEntries((await Promise.all(views)).flat()),
          contents: await contents,
        };
      }),
  };
}

async function bytesOf(store: Pick<Store, 'get'>, key: string): Promise<Uint8Array> {
  const bytes = await store.get(key);
  if (!bytes) throw new Error(`The store has no ${key}.`);
  return bytes;
}
