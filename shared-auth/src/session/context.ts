import type { IdentityProviderConfig } from '@portal/shared-contract';
import type { AuthStore } from '../atoms.ts';
import type { Platform } from '../platform.ts';
import type { Provider } from '../provider.ts';
import type { ReturnToStore } from '../return-to.ts';
import type { SessionDatabase } from '../session-database.ts';
import type { RecentSignOut } from './recent-sign-out.ts';
import type { RecordStore } from './session-record.ts';
import type { ShownSession } from './shown-session.ts';
import type { TabChannel } from './tab-channel.ts';
import type { Traces } from './traces.ts';

/** What the parts of one tab's session share; session.ts makes it. */
export type SessionContext = {
  readonly idp: IdentityProviderConfig;
  readonly provider: Provider;
  readonly platform: Platform;
  readonly store: AuthStore;
  readonly database: SessionDatabase;
  readonly record: RecordStore;
  readonly traces: Traces;
  readonly shown: ShownSession;
  readonly recentSignOut: RecentSignOut;
  readonly returnTo: ReturnToStore;
  readonly channel: TabChannel;
};
