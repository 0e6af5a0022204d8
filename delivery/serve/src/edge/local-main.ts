import { RELEASES } from '@portal/delivery-builder/workspace/packages';
import { createLocalServer } from './local-server.ts';

/**
 * Serves the last build of a part to the pages of a portal, until Ctrl-C:
 * `node delivery/serve/src/edge/local-main.ts mypage 4310 https://dev.portal.example`.
 */
const [part = '', port = '', portal = ''] = process.argv.slice(2);
if (!/^[a-z][a-z0-9-]*$/.test(part) || !/^[1-9]\d{0,4}$/.test(port) || !URL.canParse(portal)) {
  console.error(
    'Please name a part, a port and the portal: mypage 4310 https://dev.portal.example',
  );
  process.exit(2);
}
const { origin } = new URL(portal);
createLocalServer({ releases: RELEASES, part, allowOrigin: origin }).listen(
  Number(port),
  'localhost',
  () => console.log(`Serves the last build of ${part} at http://localhost:${port} to ${origin}.`),
);
