import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { buildAll } from '@portal/delivery-builder';
import { readBuildRecord, readDocument } from '@portal/delivery-builder/release-folder';
import {
  CACHE,
  type DeliveredPackage,
  deliveredPackage,
  RELEASES,
} from '@portal/delivery-builder/workspace/packages';
import type { PortalConnection } from '@portal/delivery-model/client/connection';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { checkCandidate, withPublishedShells } from '@portal/delivery-model/gate';
import { OVERRIDE_PATH } from '@portal/delivery-model/override/badge';
import { OVERRIDE_MAX_SECONDS } from '@portal/delivery-model/override/token';
import { answerRedirect } from '@portal/delivery-model/page/message';
import { createEdge } from '@portal/delivery-serve/edge/edge';
import { createLocalServer } from '@portal/delivery-serve/edge/local-server';
import { endRequested } from '@portal/delivery-serve/start/end-requested';
import { startConfiguration } from '@portal/delivery-serve/start/page-configuration';
import { checkTypes } from '../../gate/check-types.ts';
import { composeTogether } from '../../gate/compose-together.ts';
import { pageServer } from '../../gate/page-server.ts';
import { publishedShells } from '../../gate/published-shells.ts';
import { devAddresses } from '../addresses.ts';
import { ensureBackend } from '../backend.ts';
import { refuseTakenPort } from '../port.ts';
import { copyOfLive, type LiveCopy } from './live-copy.ts';

/** Beside the frame in which a remote runs alone. */
const BUILDS_OFFSET = 11;
/** An editor writes several files at once. */
const SETTLED_MS = 100;
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
  const builds = { port: addresses.portBase + BUILDS_OFFSET };
  const local = `http://localhost:${builds.port}`;
  const ending = new AbortController();
  void endRequested().then(() => ending.abort());
  const stops: (() => unknown)[] = [];
  const say = (line: string) => console.log(line);
  try {
    await refuseTakenPort(addresses);
    await refuseTakenPort({ ...addresses, ...builds });
    const copy = await copyOfLive(
      connection,
      join(CACHE, 'against', new URL(connection.url).host.replace(':', '-')),
    );
    say(
      copy.isKept
        ? `${connection.url} does not answer: this is what was live there at ${copy.takenAt}.`
        : `Live in ${copy.environment} now: shell ${copy.live.shells[0]?.version}`,
    );
    await buildAll({ log: say, only: [folderName] });
    const readShells = copy.isKept ? async () => undefined : publishedShells(connection);
    await sayProblems(remote, copy, readShells, say);

    const backend = await ensureBackend(addresses, ending.signal, say);
    stops.push(backend.stop);
    ending.signal.throwIfAborted();
    const { server, changed } = createLocalServer({
      releases: RELEASES,
      part: remote.name,
      allowOrigins: [addresses.portal, connection.url],
    });
    await listening(server, builds.port, stops);
    const pages = createServer(
      await pagesOf(remote.name, copy, { ...addresses, local, of: connection.url }),
    );
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
      const built = await buildAll({ log: say, only: [folderName] }).catch((error: Error) => {
        say(error.message);
      });
      if (!built || built.changed.length === 0) return;
      await sayProblems(remote, copy, readShells, say);
      changed();
    });
    stops.push(stopWatching);
    say(
      `\n  ${remote.packageName}, in the shell of ${connection.url}: ${addresses.portal}/ (Ctrl-C ends it)`,
    );
    if (!copy.isKept) say(`  ${await inThePortal(remote.name, local, connection, copy)}\n`);
    await Promise.race([backend.ended, once(ending.signal, 'abort')]);
  } catch (error) {
    // Ctrl-C during the start is not an error.
    if (!ending.signal.aborted) throw error;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function lastBuild(part: string): Promise<ReleaseDocument> {
  const record = await readBuildRecord(part);
  const document = record && (await readDocument(part, record.version));
  if (!document) throw new Error(`The build of ${part} is gone.`);
  return document;
}

/** What the gate would say without a browser: what the live shell lacks or has otherwise, routes of others, sizes. */
async function sayProblems(
  remote: DeliveredPackage,
  { live, releases }: LiveCopy,
  readShells: ReturnType<typeof publishedShells>,
  say: (line: string) => void,
): Promise<void> {
  const candidate = await lastBuild(remote.name);
  const checks = await withPublishedShells(
    live,
    (beside) => checkCandidate(candidate, beside),
    readShells,
  );
  const types = await checkTypes(remote.folder, live.shells, releases);
  for (const { reason, remedy } of [...checks, types].flatMap(({ problems }) => problems)) {
    say(`${reason}\n  ${remedy}`);
  }
}

async function pagesOf(
  part: string,
  { live, releases }: LiveCopy,
  addresses: {
    readonly portal: string;
    readonly idp: string;
    readonly local: string;
    readonly of: string;
  },
) {
  const [shell] = live.shells;
  if (!shell) throw new Error('A copy without a shell.');
  const remotes = Object.entries(live.remotes).flatMap(([name, [stable]]) =>
    stable && name !== part ? [stable] : [],
  );
  const page = await composeTogether(
    { shell, remotes },
    startConfiguration(addresses, {}, { provider: {} }),
    releases,
    {
      shown: [{ part, local: addresses.local }],
      expires: new Date(Date.now() + OVERRIDE_MAX_SECONDS * 1000),
      until: { ja: 'Ctrl-C', en: 'Ctrl-C' },
    },
  );
  const serve = pageServer([page], releases);
  return (...[request, response]: Parameters<typeof serve>) => {
    // The button of the badge leads to what is live.
    if (request.url === OVERRIDE_PATH) answerRedirect(response, addresses.of);
    else serve(request, response);
  };
}

/** The address that shows the builds of this machine in the portal itself, with its session and data. */
async function inThePortal(
  part: string,
  local: string,
  connection: PortalConnection,
  { environment }: LiveCopy,
): Promise<string> {
  const { token } = await connection.signOverride(
    { part, local },
    environment,
    OVERRIDE_MAX_SECONDS,
  );
  return `In the portal itself, where it has OVERRIDE_LOCAL=1: ${connection.url}${OVERRIDE_PATH}#token=${token}`;
}

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
  const port = await listening(pages, 0, stops);
  const own = `http://localhost:${port}`;
  return { page: own, files: own };
}

async function listening(server: Server, port: number, stops: (() => unknown)[]): Promise<number> {
  server.listen(port, 'localhost');
  await once(server, 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
