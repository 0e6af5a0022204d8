import { setTimeout as pause } from 'node:timers/promises';
import { createReleaseClient } from '../delivery/model/src/client/client.ts';
import {
  discoverProvider,
  startConfiguration,
} from '../delivery/serve/src/start/page-configuration.ts';
import { builtParts, releaseBuilds } from '../delivery/serve/src/start/release-builds.ts';
import { Refused, runCommand } from '../shared-process/src/command-line.ts';
import { withSecretFiles } from '../shared-process/src/data-folder.ts';

/** How long the server may take to become ready, where this starts beside it. */
const READY_WITHIN_MS = 120_000;
const ASK_AGAIN_MS = 1_000;

await runCommand(
  {
    usage: 'API_URL=http://server:4302 node deploy/publish.ts',
    does: 'Publishes and promotes what this image has built, with RELEASE_TOKEN and the settings of the server.',
    details: [
      'PORTAL_ORIGIN, IDP_ORIGIN and API_URL say where the portal and the server answer; it waits for the server.',
    ],
  },
  publish,
);

async function publish(): Promise<void> {
  const settings = withSecretFiles(process.env, ['API_KEY', 'RELEASE_TOKEN']);
  const {
    PORTAL_ORIGIN: portal,
    IDP_ORIGIN: idp,
    API_URL: apiUrl,
    RELEASE_TOKEN: token,
  } = settings;
  if (!portal || !idp || !apiUrl || !token) {
    throw new Refused(
      'Please set PORTAL_ORIGIN, IDP_ORIGIN, API_URL, where the server answers, and its RELEASE_TOKEN.',
    );
  }
  await waitUntilReady(apiUrl);
  const client = createReleaseClient({ apiUrl, token });
  const provider = await discoverProvider(settings);
  const { seq, refusals } = await releaseBuilds({
    client,
    parts: await builtParts('federated'),
    configuration: startConfiguration({ portal, idp }, settings, { provider }),
    onlyOnce: true,
    log: console.log,
  });
  for (const { reason, remedy } of refusals) console.error(`${reason}\n  ${remedy}`);
  if (refusals.length === 0) {
    console.log(`What this image has built is released; the history has ${seq} entries.`);
  } else process.exitCode = 1;
}

async function waitUntilReady(apiUrl: string): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS;
  const isReady = () =>
    fetch(new URL('/ready', apiUrl)).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (Date.now() > end) throw new Refused(`The server at ${apiUrl} has not become ready.`);
    await pause(ASK_AGAIN_MS);
  }
}
