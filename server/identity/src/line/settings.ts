import type { PlatformSettings } from '@portal/server-platform/settings';
import { ConfigError } from '@portal/shared-process/command-line';
import { deriveKeys } from '@portal/shared-process/secrets';
import { flag, origin, type Read } from '@portal/shared-process/setting-values';
import * as v from 'valibot';

/** The channel at LINE through which members sign in and link (LINE Login v2.1). */
export type LineConfig = {
  readonly issuer: string;
  readonly channelId: string;
  readonly channelSecret: string;
  /** Whether the channel may request the person's email address (LINE grants this on application). */
  readonly email: boolean;
  /** The embedded default's own provider, with a few sample people: see line-sandbox/. */
  readonly sandbox: boolean;
};

const LINE_ISSUER = 'https://access.line.me';
/** Above the port offsets of the portal, its remotes and its shell (delivery/serve/src/start/addresses.ts). */
const LINE_PORT_OFFSET = 8;

export const LINE_VARIABLES = {
  LINE_CHANNEL_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'the id of a LINE channel'))),
  LINE_CHANNEL_SECRET: v.optional(v.string()),
  LINE_ISSUER: v.optional(origin, LINE_ISSUER),
  LINE_EMAIL: v.optional(flag, '0'),
};

/** Those that a file can hold. */
export const LINE_SECRETS = ['LINE_CHANNEL_SECRET'] as const;

/**
 * The configured LINE channel. Without one, the embedded default uses its sandbox, and other servers have no LINE.
 * @param portBase of the ports, among them the sandbox's
 * @throws ConfigError
 */
export function lineOf(
  env: Read<typeof LINE_VARIABLES>,
  { database, secrets }: PlatformSettings,
  portBase: number,
): { readonly line?: LineConfig } {
  const { LINE_CHANNEL_ID: channelId, LINE_CHANNEL_SECRET: channelSecret } = env;
  if (channelId && channelSecret) {
    const { LINE_ISSUER: issuer, LINE_EMAIL: email } = env;
    return { line: { issuer, channelId, channelSecret, email, sandbox: false } };
  }
  if (channelId || channelSecret) {
    const missing = channelId ? 'LINE_CHANNEL_SECRET' : 'LINE_CHANNEL_ID';
    throw new ConfigError(`Please set ${missing} too: a LINE channel has an id and a secret.`);
  }
  if (database.kind === 'postgres') return {};
  return {
    line: {
      issuer: `http://localhost:${portBase + LINE_PORT_OFFSET}`,
      channelId: 'line-sandbox',
      channelSecret: deriveKeys(secrets, 'line-sandbox')[0].toString('hex'),
      email: true,
      sandbox: true,
    },
  };
}
