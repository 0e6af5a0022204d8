import { builtParts } from '../delivery/src/start/built-parts.ts';
import { discoverProvider } from '../delivery/src/start/discover-provider.ts';
import { startConfiguration } from '../delivery/src/start/page-configuration.ts';
import { releaseBuilds } from '../delivery/src/start/release-builds.ts';
import { releasedInLog } from '../delivery/src/start/released-before.ts';
import { StartRefused } from '../delivery/src/start/start-refused.ts';
import { readOperatorKey } from '../server/src/releases/operator-key.ts';
import { createReleaseClient } from '../shared-release/src/client.ts';

/**
 * Publishes and promotes what this image has built, with the operator's key and the settings of the server:
 * `API_URL=http://server:4302 node deploy/publish.ts`.
 */
const { PORTAL_ORIGIN: portal, IDP_ORIGIN: idp, API_URL: apiUrl } = process.env;
if (!portal || !idp || !apiUrl) {
  console.error('Please set PORTAL_ORIGIN, IDP_ORIGIN and API_URL, where the server answers.');
  process.exit(1);
}
const operator = readOperatorKey(process.env);
if ('problem' in operator) {
  console.error(operator.problem);
  process.exit(1);
}
const client = createReleaseClient({
  apiUrl,
  audience: portal,
  team: 'operator',
  key: operator.key,
});
const { seq, refusals } = await releaseBuilds({
  client,
  parts: await builtParts('federated'),
  configuration: await configurationOf({ portal, idp }),
  releasedBefore: await releasedInLog(client),
  log: console.log,
});
for (const { reason, mend } of refusals) console.error(`${reason}\n  ${mend}`);
if (refusals.length > 0) process.exit(1);
console.log(`What this image has built is released; the log has ${seq} entries.`);

/** That of `npm start`, by the same settings; ends with a sentence where one cannot be used. */
async function configurationOf(addresses: { readonly portal: string; readonly idp: string }) {
  try {
    const provider = await discoverProvider(process.env);
    return startConfiguration(addresses, process.env, { provider });
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
