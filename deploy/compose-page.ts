import path from 'node:path';
import {
  writeNginxHeaders,
  writeNginxHsts,
  writeNginxProxies,
} from '../delivery/src/edge/nginx-headers.ts';
import { writeLocalPage } from '../delivery/src/page/local-page.ts';

import { discoverProvider } from '../delivery/src/start/discover-provider.ts';
import { portalConfig } from '../delivery/src/start/portal-config.ts';
import { securityContact } from '../shared-release/src/page/security-contact.ts';

/**
 * Composes the page from this image's releases for the origins of this environment, with the headers that nginx must add: `node deploy/compose-page.ts <folder>`.
 */
const folder = path.resolve(process.argv[2] ?? 'page');
const { PORTAL_ORIGIN: portal, IDP_ORIGIN: idp } = process.env;
if (!portal || !idp) {
  console.error('Please set PORTAL_ORIGIN and IDP_ORIGIN to the addresses that browsers use.');
  process.exit(1);
}
const provider = await discoverProvider(process.env);
await writeLocalPage({
  config: portalConfig({ portal, idp }, process.env, provider),
  security: securityContact(process.env.SECURITY_CONTACT, new Date()),
  folder,
});
await writeNginxHeaders(folder);
await writeNginxHsts(folder, portal);
await writeNginxProxies(folder, process.env.TRUST_PROXY ?? '');
console.log(`The page of ${portal} was composed.`);
