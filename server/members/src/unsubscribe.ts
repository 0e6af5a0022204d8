import type { DomainContext } from '@portal/server-platform/database/database';
import { isKeyedHash, keyedHash, type Secrets } from '@portal/shared-process/secrets';
import { eq } from 'drizzle-orm';
import { isUuid } from './members.ts';
import { members } from './schema/members.ts';

/** What a member can be mailed and need not be, with the wish that ends it. */
const OPTIONAL = {
  news: { emailOptIn: false },
  reminders: { remindByEmail: false },
} as const;
export type OptionalMail = keyof typeof OPTIONAL;

export const UNSUBSCRIBE_PATH = '/unsubscribe';
const PURPOSE = 'unsubscribe';

type Config = { readonly secrets: Secrets; readonly portalOrigin: string };

/**
 * The address in the headers of an optional email (RFC 2369 §3.2): a POST to it ends emails of this kind for
 * the member (RFC 8058), without a sign-in, and does nothing else.
 */
export function unsubscribeUrl(
  { secrets, portalOrigin }: Config,
  kind: OptionalMail,
  memberId: string,
): string {
  const url = new URL(`/api${UNSUBSCRIBE_PATH}`, portalOrigin);
  const key = keyedHash(secrets, PURPOSE, boundText(kind, memberId));
  url.search = new URLSearchParams({ kind, member: memberId, key }).toString();
  return url.href;
}

/** Does what {@link unsubscribeUrl} says, as often as it is asked; false for an address that we have not made. */
export async function unsubscribe(
  { db, clock, config }: DomainContext & { readonly config: Pick<Config, 'secrets'> },
  { kind = '', member = '', key = '' }: Readonly<Record<string, string>>,
): Promise<boolean> {
  if (!isOptional(kind) || !isUuid(member)) return false;
  if (!isKeyedHash(config.secrets, PURPOSE, boundText(kind, member), key)) return false;
  const changed = { ...OPTIONAL[kind], updatedAt: clock.now() };
  await db.update(members).set(changed).where(eq(members.id, member));
  return true;
}

const isOptional = (kind: string): kind is OptionalMail => Object.hasOwn(OPTIONAL, kind);

const boundText = (kind: OptionalMail, memberId: string): string =>
  JSON.stringify([kind, memberId]);
