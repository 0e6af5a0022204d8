import { readFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { storedFile } from '@portal/delivery-builder/release-folder';
import { refused } from '@portal/delivery-model/client/failure';
import {
  documentJson,
  documentKey,
  fileKey,
  type ReleaseDocument,
} from '@portal/delivery-model/document';
import type { ComposedPage } from '@portal/delivery-model/page/compose';
import { type ComposeOptions, composeState } from '@portal/delivery-model/page/compose-state';
import {
  configurationKey,
  type PageConfiguration,
  storedConfiguration,
} from '@portal/delivery-model/page/configuration';
import { answerText, answerWithoutPage, NOT_FOUND } from '@portal/delivery-model/page/message';
import { filesBase } from '@portal/delivery-model/page/registry';
import {
  answerPageFile,
  answerScreen,
  servedComposed,
} from '@portal/delivery-model/page/served-page';
import type { EnvironmentState } from '@portal/delivery-model/state';
import { fileType, INERT_HEADERS } from '@portal/delivery-model/store/file-type';
import type { Store } from '@portal/delivery-model/store/store';
import { targetOf } from '@portal/delivery-model/target';
import type { Composition } from './routes.ts';

/** Composes the page of releases that are live together nowhere. */
export async function composeTogether(
  composition: Composition,
  configuration: PageConfiguration,
  releases: Pick<Store, 'get'>,
  preview?: NonNullable<ComposeOptions['preview']>['page'],
): Promise<ComposedPage> {
  const { digest, json } = storedConfiguration(configuration);
  const store: Pick<Store, 'get'> = {
    get: async (key) =>
      key === configurationKey(digest) ? new TextEncoder().encode(json) : releases.get(key),
  };
  const [variant] =
    (await composeState(stateOf(composition, digest), store, {
      now: Date.now(),
      ...(preview && { preview: { page: preview, slice: 0 } }),
    }).catch(notThere)) ?? [];
  if (!variant) throw new Error('A composition without a page.');
  return variant.page;
}

function notThere(cause: unknown): never {
  throw refused(
    'files-unreachable',
    `A page cannot be composed: ${(cause as Error).message}`,
    'Build the part again if the file is of it. Else look whether the portal serves it below /remotes/.',
  );
}

/** A state in which exactly these releases are live: without a canary, and with nothing to fall back to. */
function stateOf({ shell, remotes }: Composition, configuration: string): EnvironmentState {
  const live = ({ version }: ReleaseDocument) => ({
    stable: version,
    since: new Date(0).toISOString(),
  });
  return {
    configuration,
    shell: live(shell),
    remotes: Object.fromEntries(remotes.map((remote) => [remote.name, live(remote)])),
    teams: {},
  };
}

/** Serves a page that is live nowhere, and the files that it names. */
export function pageServer(composed: ComposedPage, store: Pick<Store, 'get'>): RequestListener {
  const page = servedComposed(composed);
  return (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const { accept, 'sec-fetch-site': site } = headers;
    const target = targetOf({ method, url, accept, site });
    if (target.kind === 'screen') answerScreen(page, target.path, request, response);
    else if (target.kind === 'files') {
      answerFile(store, target.path, response).catch(() => response.destroy());
    } else if (target.kind === 'page') {
      answerPageFile(page, target.file, request, response).catch(() => response.destroy());
    } else answerWithoutPage(response, target);
  };
}

async function answerFile(
  store: Pick<Store, 'get'>,
  path: string,
  response: ServerResponse,
): Promise<void> {
  const bytes = await store.get(path.slice(1));
  if (!bytes) {
    answerText(response, 404, NOT_FOUND);
    return;
  }
  response.writeHead(200, { ...INERT_HEADERS, 'content-type': fileType(path) ?? 'text/plain' });
  response.end(bytes);
}

export type ReleaseReaderSetting = {
  readonly documents: readonly ReleaseDocument[];
  /** The release among them whose files may lie in the folder of builds. */
  readonly built?: { readonly candidate: ReleaseDocument; readonly folder: string };
  readonly portalUrl: string;
};

const FILE_TIMEOUT_MS = 30_000;

/** Releases as a store: the candidate's files from this machine, all others once from the portal. */
export function releaseReader(setting: ReleaseReaderSetting): Pick<Store, 'get'> {
  const { documents, built, portalUrl } = setting;
  const known = new Map<string, Promise<Uint8Array | undefined>>();
  for (const document of documents) {
    const bytes = new TextEncoder().encode(documentJson(document));
    known.set(documentKey(document.name, document.version), Promise.resolve(bytes));
  }
  // Only what a release names is asked for, whatever a page asks.
  const files = new Map(
    documents.flatMap(({ name, files }) =>
      Object.keys(files).map((file) => [fileKey(name, file), { part: name, file }] as const),
    ),
  );

  async function read({ part, file }: { part: string; file: string }) {
    const isBuiltHere =
      part === built?.candidate.name && Object.hasOwn(built.candidate.files, file);
    const bytes = isBuiltHere
      ? await readFile(storedFile(part, file, built.folder)).catch(() => undefined)
      : undefined;
    if (bytes) return bytes;
    const answer = await fetch(new URL(filesBase(part) + encodeURIComponent(file), portalUrl), {
      signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
    });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  }

  return {
    async get(key) {
      const file = files.get(key);
      if (file && !known.has(key))
        known.set(
          key,
          read(file).catch(() => undefined),
        );
      return known.get(key);
    },
  };
}
