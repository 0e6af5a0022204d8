import type { SwitchedOffRemote } from '@portal/shared-contract';
import { variantsOf } from '../canary.ts';
import { documentKey, fileKey, type ReleaseDocument, type RemoteDocument } from '../document.ts';
import { parseDocument } from '../document-version.ts';
import { fallbackOf } from '../fallback.ts';
import { isRemote, isShell } from '../gate/live-releases.ts';
import { integrityOf } from '../integrity.ts';
import { SHELL } from '../log/operations.ts';
import type { PagePreview } from '../preview/preview.ts';
import { previewedState } from '../preview/preview.ts';
import type { EnvironmentState } from '../state.ts';
import type { Store } from '../store/store.ts';
import { bundledFiles } from './bundles.ts';
import { type ComposedPage, composePage } from './compose.ts';
import { configurationKey, parseConfiguration, registryPart } from './configuration.ts';
import { readFirstViews } from './first-view/read-first-views.ts';
import { readPageTexts } from './page-texts.ts';
import { filesBase, type Registry } from './registry.ts';

/** The page that some of the 256 slices of browsers get. */
export type ComposedVariant = {
  /** As `variantOf` says it: `stable`, `account`. */
  readonly key: string;
  readonly slices: readonly number[];
  readonly page: ComposedPage;
};

export type ComposeOptions = {
  /** The number of the entry. */
  readonly seq?: number;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Composes only what a browser with this slice gets, with what is not live. */
  readonly preview?: { readonly page: PagePreview; readonly slice: number } | undefined;
};

/**
 * Composes the page of each variant of a state, from the documents, texts and configuration in the
 * store. Of a part that is switched off it has the paths and the name alone, for which the shell has words. The
 * page also depends on the time, as long as `fallbacksEndAt` says.
 * @returns undefined for a state without a shell or without a configuration, which has no page yet
 * @throws Error for anything in the store that is missing or not as its hash says
 */
export async function composeState(
  asked: EnvironmentState,
  from: Pick<Store, 'get'>,
  { seq, now, preview }: ComposeOptions,
): Promise<readonly ComposedVariant[] | undefined> {
  const state = preview ? previewedState(asked, preview.page.shown) : asked;
  const { configuration: digest } = state;
  if (!state.shell || digest === undefined) return undefined;
  // Most variants have most documents and files in common.
  const store = readingOnce(from);
  const documents = new Map<string, Promise<ReleaseDocument>>();
  const documentOf = (name: string, version: string) => {
    const key = documentKey(name, version);
    const known = documents.get(key) ?? readDocument(store, name, version);
    documents.set(key, known);
    return known;
  };
  // All slices of a variant have the same fallbacks.
  const fallbackDocument = async (
    name: string,
    slice: number,
  ): Promise<RemoteDocument | undefined> => {
    const part = state.remotes[name];
    const version = part && fallbackOf(part, slice, now);
    if (!version) return undefined;
    // A page without a fallback is better than none.
    const document = await documentOf(name, version).catch(() => undefined);
    return document && isRemote(document) ? document : undefined;
  };
  // A page without bundles is better than none: then its files are loaded one by one.
  const contentsOf = (release: ReleaseDocument): Promise<ReadonlyMap<string, string> | undefined> =>
    Promise.all(
      bundledFiles(release).map(async (file) => {
        const text = await textOf(store, fileKey(release.name, file));
        if (integrityOf(text) !== release.files[file]?.integrity) throw new Error(file);
        return [file, text] as const;
      }),
    ).then(
      (found) => new Map(found),
      () => undefined,
    );
  // Whatever is wrong with a release, it can be switched off.
  const switchedOffPart = (name: string, version: string): Promise<SwitchedOffRemote> =>
    documentOf(name, version).then(
      (release) => ({
        owns: release.owns,
        ...(isRemote(release) && release.title && { title: release.title }),
      }),
      () => ({ owns: [] }),
    );
  const configuration = parseConfiguration(await textOf(store, configurationKey(digest)), digest);
  const variants = variantsOf(state).filter(
    ({ slices }) => !preview || slices.includes(preview.slice),
  );
  return Promise.all(
    variants.map(async ({ variant, slices }) => {
      if (!variant.shell) throw new Error('A page needs a shell.');
      const shell = await documentOf(SHELL, variant.shell.version);
      if (!isShell(shell)) throw new Error(`${SHELL} ${shell.version} is not a shell.`);
      const texts = await readPageTexts(shell, (file) => bytesOf(store, fileKey(SHELL, file)));
      const firstViews = await readFirstViews(shell, (file) =>
        bytesOf(store, fileKey(SHELL, file)),
      );
      const remotes: Registry['remotes'] = Object.fromEntries(
        await Promise.all(
          Object.entries(variant.remotes)
            .filter(([, { killed }]) => !killed)
            .map(async ([name, { version }]) => {
              const release = await documentOf(name, version);
              if (!isRemote(release)) throw new Error(`${name} ${version} is not a remote.`);
              const fallback = await fallbackDocument(name, slices[0] ?? 0);
              const firstViews = await readFirstViews(release, (file) =>
                bytesOf(store, fileKey(name, file)),
              );
              const base = filesBase(name);
              const contents = await contentsOf(release);
              return [name, { base, release, fallback, firstViews, contents }] as const;
            }),
        ),
      );
      const switchedOff = Object.fromEntries(
        await Promise.all(
          Object.entries(variant.remotes)
            .filter(([, { killed }]) => killed)
            .map(
              async ([name, { version }]) => [name, await switchedOffPart(name, version)] as const,
            ),
        ),
      );
      const page = composePage({
        ...registryPart(configuration),
        shell: {
          base: filesBase(SHELL),
          release: shell,
          texts,
          firstViews,
          contents: await contentsOf(shell),
        },
        remotes,
        switchedOff,
        seq,
        preview: preview?.page,
      });
      return { key: variant.key, slices, page };
    }),
  );
}

/** A store that reads each file once, and keeps it as long as this object is used. */
function readingOnce(store: Pick<Store, 'get'>): Pick<Store, 'get'> {
  const reads = new Map<string, ReturnType<Store['get']>>();
  return {
    get(key) {
      const read = reads.get(key) ?? store.get(key);
      reads.set(key, read);
      return read;
    },
  };
}

async function readDocument(
  store: Pick<Store, 'get'>,
  name: string,
  version: string,
): Promise<ReleaseDocument> {
  const key = documentKey(name, version);
  const document = parseDocument(await textOf(store, key));
  if (document.name !== name || document.version !== version) {
    throw new Error(`${key} is the document of ${document.name} ${document.version}.`);
  }
  return document;
}

const textOf = async (store: Pick<Store, 'get'>, key: string) =>
  new TextDecoder().decode(await bytesOf(store, key));

async function bytesOf(store: Pick<Store, 'get'>, key: string): Promise<Uint8Array> {
  const bytes = await store.get(key);
  if (!bytes) throw new Error(`The store has no ${key}.`);
  return bytes;
}
