import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { buildAll } from '@portal/delivery-builder';
import { draftRecord } from '@portal/delivery-builder/build-target';
import { readBuildRecord, readDocument } from '@portal/delivery-builder/release-folder';
import {
  type DeliveredPackage,
  deliveredPackage,
  RELEASES,
} from '@portal/delivery-builder/workspace/packages';
import { refused } from '@portal/delivery-model/client/failure';
import {
  parseDocument,
  type ReleaseDocument,
  type RemoteDocument,
} from '@portal/delivery-model/document';
import { isRemote, isShell, problemsOf } from '@portal/delivery-model/gate';
import { answerRedirect } from '@portal/delivery-model/page/message';
import { PREVIEW_PATH } from '@portal/delivery-model/preview/badge';
import type { Store } from '@portal/delivery-model/store/store';
import { createEdge } from '@portal/delivery-serve/edge/edge';
import { startConfiguration } from '@portal/delivery-serve/start/page-configuration';
import { composeTogether, pageServer, releaseReader } from '../../gate/compose-together.ts';
import type { Composition } from '../../gate/routes.ts';
import { runDev } from '../run-dev.ts';
import { watchSources } from '../watch-sources.ts';

/** How often a page asks whether there is another build. */
const FOLLOW_MS = 500;

/**
 * Runs one remote in the shell that is live in a portal, beside the other remotes as they are live there, until the
 * process is ended. Session and data are those of a server on this machine. Each build of the remote that a change of its
 * sources gives is shown at once. Nothing of the portal is changed.
 */
export const runAgainst = (
  folderName: string,
  live: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> =>
  runDev(env, async ({ addresses, opened }) => {
    const remote = deliveredPackage(folderName);
    const draft = { log: console.log, only: [folderName], areDrafts: true };
    const releases = await readLive(live);
    console.log(`Live at ${live} now: shell ${releases.shell.version}`);
    await buildAll(draft);
    await sayProblems(remote, releases);

    const of = { ...addresses, of: live };
    let serve = await pagesOf(remote.name, releases, of);
    const edge = createEdge({
      origin: addresses.portal,
      api: addresses.api,
      page: (...asked) => serve(...asked),
    });
    opened(() => edge.close());
    edge.server.listen(addresses.port, 'localhost');
    await once(edge.server, 'listening');

    const stopWatching = watchSources([remote.folder], async () => {
      const { changed } = await buildAll(draft);
      if (changed.length === 0) return;
      await sayProblems(remote, releases);
      serve = await pagesOf(remote.name, releases, of);
    });
    opened(stopWatching);
    console.log(
      `\n  ${remote.packageName}, in the shell of ${live}: ${addresses.portal}/ (Ctrl-C ends it)`,
    );
  });

async function lastBuild(part: string): Promise<RemoteDocument> {
  const record = await readBuildRecord(draftRecord(part));
  const document = record && (await readDocument(part, record.version));
  if (document?.kind !== 'remote') throw new Error(`The build of ${part} is gone.`);
  return document;
}

/** What the gate would say without a browser: names and versions that the live shell lacks, routes of others, sizes. */
async function sayProblems(
  remote: DeliveredPackage,
  { shell, remotes }: LiveReleases,
): Promise<void> {
  const candidate = await lastBuild(remote.name);
  const others = remotes.map((document) => [document.name, [document]] as const);
  const live = { shells: [shell], remotes: Object.fromEntries(others) };
  for (const { reason, remedy } of problemsOf(candidate, live)) {
    console.log(`${reason}\n  ${remedy}`);
  }
}

async function pagesOf(
  part: string,
  { shell, remotes, releases }: LiveReleases,
  addresses: { readonly portal: string; readonly idp: string; readonly of: string },
): Promise<RequestListener> {
  const candidate = await lastBuild(part);
  const built = releaseReader({
    documents: [candidate],
    built: { candidate, folder: RELEASES },
    portalUrl: addresses.of,
  });
  const all = { get: async (key: string) => (await built.get(key)) ?? releases.get(key) };
  const { version } = candidate;
  const page = await composeTogether(
    { shell, remotes: [...remotes.filter(({ name }) => name !== part), candidate] },
    startConfiguration(addresses, {}, { provider: {} }),
    all,
    {
      preview: 'dev --against',
      shown: [{ part, version }],
      expires: new Date(),
      until: { ja: 'Ctrl-C', en: 'Ctrl-C' },
      script: followScript(part, version),
    },
  );
  const serve = pageServer(page, all);
  return (request, response) => {
    // The button of the badge leads to what is live.
    if (request.url === PREVIEW_PATH) answerRedirect(response, addresses.of);
    else serve(request, response);
  };
}

/** Loads the page anew when there is another build. What is typed in a form is kept, as over any reload. */
const followScript = (part: string, version: string): string =>
  [
    `setInterval(()=>fetch('/latest.json').then((answer)=>answer.json()).then(({parts})=>{`,
    `if(parts['${part}']!=='${version}')location.reload()}).catch(()=>{}),${FOLLOW_MS})`,
  ].join('');

export type LiveReleases = Composition & {
  /** Documents and files; each is read from the portal once. */
  readonly releases: Pick<Store, 'get'>;
};

const ANSWER_TIMEOUT_MS = 30_000;

export async function readLive(portalUrl: string): Promise<LiveReleases> {
  const answer = await fetch(`${portalUrl}/api/releases/live`, {
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => undefined);
  if (!answer?.ok) {
    throw refused(
      'unreachable',
      `${portalUrl} does not say what is live there.`,
      'Check the address and the network.',
    );
  }
  const { data } = (await answer.json()) as { data: { documents: unknown[] } };
  const documents: ReleaseDocument[] = data.documents.map((one) =>
    parseDocument(JSON.stringify(one)),
  );
  const shell = documents.find(isShell);
  if (!shell) {
    throw refused(
      'no-page',
      `${portalUrl} has no shell yet, in which a remote could run.`,
      'Let the operator promote one first.',
    );
  }
  const remotes = documents.filter(isRemote);
  return { shell, remotes, releases: releaseReader({ documents, portalUrl }) };
}
