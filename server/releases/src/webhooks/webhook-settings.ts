import { createHash } from 'node:crypto';
import { ConfigError } from '@portal/shared-process/config-error';
import { listed } from '@portal/shared-process/setting-values';
import * as v from 'valibot';

/** Where releases are told, and with what that is signed. */
export type WebhookSettings = {
  readonly urls: readonly string[];
  /** Each delivery is signed with all of them, so that a receiver can change over. */
  readonly secrets: readonly Uint8Array[];
};

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const [SECRET_MIN_BYTES, SECRET_MAX_BYTES] = [24, 64];

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

const bytesOf = (secret: string) => Buffer.from(SECRET.exec(secret)?.[1] ?? '', 'base64');

function isSecret(secret: string): boolean {
  const { length } = bytesOf(secret);
  return length >= SECRET_MIN_BYTES && length <= SECRET_MAX_BYTES;
}

export const WEBHOOK_VARIABLES = {
  WEBHOOK_URLS: v.optional(
    v.pipe(
      listed,
      v.check(
        (urls) => urls.every(isAddress),
        'addresses with https:// and without a user, such as https://chat.example/releases',
      ),
    ),
  ),
  WEBHOOK_SECRETS: v.optional(
    v.pipe(
      listed,
      v.check(
        (secrets) => secrets.every(isSecret),
        `one or more secrets: whsec_ and ${SECRET_MIN_BYTES} to ${SECRET_MAX_BYTES} bytes in base64`,
      ),
    ),
  ),
};

/** @throws ConfigError where one of the two is missing */
export function readWebhooks({
  WEBHOOK_URLS: urls = [],
  WEBHOOK_SECRETS: secrets = [],
}: v.InferOutput<v.ObjectSchema<typeof WEBHOOK_VARIABLES, undefined>>):
  | WebhookSettings
  | undefined {
  if (urls.length === 0 && secrets.length === 0) return undefined;
  const missing = urls.length === 0 ? 'WEBHOOK_URLS' : 'WEBHOOK_SECRETS';
  if (urls.length === 0 || secrets.length === 0) {
    throw new ConfigError(
      `Please set ${missing} too: webhooks need addresses and a secret that signs them.`,
    );
  }
  return { urls, secrets: secrets.map(bytesOf) };
}

/** Names an address in the queue, which keeps no address: it may hold a token of the receiver. */
export const addressId = (url: string): string =>
  createHash('sha256').update(url).digest('base64url').slice(0, 16);
