import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildAll } from '@portal/delivery-builder';
import { draftRecord } from '@portal/delivery-builder/build-target';
import { readBuildRecord, readDocument } from '@portal/delivery-builder/release-folder';
import {
  CACHE,
  type DeliveredPackage,
  deliveredPackage,
  RELEASES,
} from '@portal/delivery-builder/workspace/packages';
import type { PortalConnection } from '@portal/delivery-model/client/connection';
import type { RemoteDocument } from '@portal/delivery-model/document';
import { checkCandidate, withPublishedShells } from '@portal/delivery-model/gate';
import { answerRedirect } from '@portal/delivery-model/page/message';
import { PREVIEW_PATH } from '@portal/delivery-model/preview/badge';
import { createEdge } from '@portal/delivery-serve/edge/edge';
import { endRequested } from '@portal/delivery-serve/start/end-requested';
import { startConfiguration } from '@portal/delivery-serve/start/page-configuration';
import { composeTogether } from '../../gate/compose-together.ts';
import { pageServer } from '../../gate/page-server.ts';
import { publishedShells } from '../../gate/published-shells.ts';
import { releaseReader } from '../../gate/release-reader.ts';
import { devAddresses } from '../addresses.ts';
import { ensureBackend } from '../backend.ts';
import { refuseTakenPort } from '../port.ts';
import { copyOfLive, type LiveCopy } from './live-copy.ts';

/** An editor writes several files at once. */
const SETTLED_MS = 100;
/** How often a page asks whether there is another build. */
const FOLLOW_MS = 500;
/** A file may have to come from the portal first. */
const FILE_TIMEOUT_MS = 30_000;

/**
 * Runs one remote in the shell that is live in a portal, beside the other remotes as they are live there, until the
 * process is ended. Session and data are those of a server on this machine. Each build of the remote that a change of its
 * sources gives is shown at once. Nothing of the portal is changed.
 * @param folderName the remote's folder in the workspace
 * @throws Refused where a port is taken, or the server does not start
 * @throws CommandFailure where nothing of the portal can be had
 */
export async function runAgainst(
  folderName: string,
  connection: PortalConnection,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const remote = deliveredPackage(folderName);
  const addresses = devAddresses(env);
  const ending = new AbortController();
  void endRequested().then(() => ending.abort());
  const stops: (() => unknown)[] = [];
  const say = (line: string) => console.log(line);
  const draft = { log: say, only: [folderName], areDrafts: true };
  try {
    await refuseTakenPort(addresses);
    const copy = await copyOfLive(
      connection,
      join(CACHE, 'against', new URL(connection.url).host.replace(':', '-')),
    );
    say(
      copy.isKept
        ? `${connection.url} does not answer: this is what was live there at ${copy.takenAt}.`
        : `Live at ${connection.url} now: shell ${copy.live.shells[0]?.version}`,
    );
    await buildAll(draft);
    const readShells = copy.isKept ? async () => undefined : publishedShells(connection);
    await sayProblems(remote, copy, readShells, say);

    const backend = await ensureBackend(addresses, ending.signal, say);
    stops.push(backend.stop);
    ending.signal.throwIfAborted();
    const of = { ...addresses, of: connection.url };
    let serve = await pagesOf(remote.name, copy, of);
    const pages = createServer((...asked) => serve(...asked));
    const edge = createEdge({
      publicOrigin: addresses.portal,
      upstreams: { api: addresses.api, ...(await upstreamsOf(pages, stops)) },
      fileTimeoutMs: FILE_TIMEOUT_MS,
    });
    stops.push(() => edge.close());
    edge.server.listen(addresses.port, 'localhost');
    await once(edge.server, 'listening');
    copy.readAll().catch((error: Error) => say(error.message));

    const stopWatching = watchSources(remote.folder, async () => {
      const built = await buildAll(draft).catch((error: Error) => {
        say(error.message);
      });
      if (!built || built.changed.length === 0) return;
      await sayProblems(remote, copy, readShells, say);
      serve = await pagesOf(remote.name, copy, of);
    });
    stops.push(stopWatching);
    say(
      `\n  ${remote.packageName}, in the shell of ${connection.url}: ${addresses.portal}/ (Ctrl-C ends it)`,
    );
    await Promise.race([backend.ended, once(ending.signal, 'abort')]);
  } catch (error) {
    // Ctrl-C during the start is not an error.
    if (!ending.signal.aborted) throw error;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function lastBuild(part: string): Promise<RemoteDocument> {
  const record = await readBuildRecord(draftRecord(part));
  const document = record && (await readDocument(part, record.version));
  if (document?.kind !== 'remote') throw new Error(`The build of ${part} is gone.`);
  return document;
}

/** What the gate would say without a browser: names and versions that the live shell lacks, routes of others, sizes. */
async function sayProblems(
  remote: DeliveredPackage,
  { live }: LiveCopy,
  readShells: ReturnType<typeof publishedShells>,
  say: (line: string) => void,
): Promise<void> {
  const candidate = await lastBuild(remote.name);
  const checks = await withPublishedShells(
    live,
    (beside) => checkCandidate(candidate, beside),
    readShells,
  );
  for (const { reason, remedy } of checks.flatMap(({ problems }) => problems)) {
    say(`${reason}\n  ${remedy}`);
  }
}

/** The page with the last build of the part in the shell that is live, beside the other remotes. */
async function pagesOf(
  part: string,
  { live, releases }: LiveCopy,
  addresses: { readonly portal: string; readonly idp: string; readonly of: string },
): Promise<RequestListener> {
  const [shell] = live.shells;
  if (!shell) throw new Error('A copy without a shell.');
  const remotes = Object.entries(live.remotes).flatMap(([name, [stable]]) =>
    stable && name !== part ? [stable] : [],
  );
  const candidate = await lastBuild(part);
  const built = releaseReader({
    documents: [candidate],
    built: { candidate, folder: RELEASES },
    portalUrl: addresses.of,
  });
  const all = { get: async (key: string) => (await built.get(key)) ?? releases.get(key) };
  const { version } = candidate;
  const page = await composeTogether(
    { shell, remotes: [...remotes, candidate] },
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

/** @returns ends it */
function watchSources(folder: string, onChange: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const watcher = watch(join(folder, 'src'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(onChange);
    }, SETTLED_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

async function upstreamsOf(pages: Server, stops: (() => unknown)[]) {
  pages.listen(0, 'localhost');
  await once(pages, 'listening');
  stops.push(() => {
    pages.closeAllConnections();
    pages.close();
  });
  const own = `http://localhost:${(pages.address() as AddressInfo).port}`;
  return { page: own, files: own };
}
