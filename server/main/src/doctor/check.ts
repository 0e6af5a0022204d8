import { DeliveryError } from '@portal/server-mail/transports/transport';
import type { Clock } from '@portal/server-platform/clock';
import { sentenceOf } from '@portal/shared-process/command-line';
import type { Variables } from '@portal/shared-process/data-folder';
import type { Config } from '../config.ts';

/** What a check has found. A remedy is one sentence that says what to do. */
export type Finding = 'ok' | { readonly remedy: string } | { readonly notChecked: string };

/** What the checks look at, and what only the operator can give. */
export type Subject = {
  readonly config: Config;
  /** The settings as they stand in the environment, for those that only the page reads. */
  readonly variables: Variables;
  readonly clock: Clock;
  readonly mailTo: string | undefined;
  /** The selector of the DKIM key with which the mail server signs. */
  readonly dkim: string | undefined;
  /** A DNS server instead of that of this machine. */
  readonly dns: string | undefined;
  /** An access token that the other identity provider has given to a member. */
  readonly accessToken: string | undefined;
};

export type Check = {
  readonly name: string;
  /** What it asks: `whether …`. */
  readonly asks: string;
  /** A check before it, without which this one says nothing of its own. */
  readonly needs?: string;
  run(subject: Subject): Promise<Finding> | Finding;
};

export const remedy = (sentence: string): Finding => ({ remedy: sentence });
export const notChecked = (why: string): Finding => ({ notChecked: why });

/** What to do about an error; undefined for a bug. No text of a mail server or of a database is repeated. */
export function remedyOf(error: unknown): string | undefined {
  if (error instanceof DeliveryError)
    return `Correct SMTP_URL or the mail server: ${error.message}.`;
  if (error instanceof Error && error.name === 'StoreError') return error.message;
  const known = sentenceOf(error);
  if (known !== undefined) return known;
  // Of a network, of TLS and of PostgreSQL.
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return `Look why the other side refuses: ${code}.`;
  return cause === undefined ? undefined : remedyOf(cause);
}
