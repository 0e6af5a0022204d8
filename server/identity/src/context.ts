import type { AccountContext } from '@portal/server-members/account-context';
import type { PassportSettings } from '@portal/server-passports/settings';
import type { DatabaseHandle } from '@portal/server-platform/database/database';
import type { WorkMonitor } from '@portal/server-platform/metrics/work';
import type { Locale } from '@portal/shared-contract';
import type { Logger } from 'pino';
import type { IdentitySettings } from './settings.ts';

/** What the identity provider works with. Its page of passports shows their codes. */
export type IdentityContext = AccountContext & {
  readonly config: IdentitySettings & Pick<PassportSettings, 'turnstileKeys'>;
  readonly database: DatabaseHandle;
  readonly log: Logger;
  readonly work: WorkMonitor;
  /** The addresses of the portal's files that the sign-in page fetches ahead; none where it does not. */
  readonly filesOfHome?: (locale: Locale) => readonly string[];
};
