import { declareJourneys } from './declare-journeys.ts';
import { failingRemote, newRelease } from './journeys/releases.ts';
import { test } from './test.ts';

test.use({ ownPortal: { ownFileServers: true, env: { PAGE_LIMITS: 'view=2000' } } });
// They change the portal that they share.
test.describe.configure({ mode: 'default' });

declareJourneys(
  { 'a release in an open tab': newRelease, 'a remote that fails, with Retry': failingRemote },
  [],
);
