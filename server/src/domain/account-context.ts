import type { Config } from '../config.ts';
import type { DomainContext } from '../context.ts';

/** What the account's domain needs beside database and clock: keys, and what mails are made of. */
export type AccountContext = DomainContext & {
  readonly config: Pick<Config, 'secrets' | 'brand' | 'portalOrigin' | 'extraPortalOrigins'> &
    Pick<Config, 'idpOrigin' | 'passkeyDomain'>;
};
