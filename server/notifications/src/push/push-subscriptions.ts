import { ECDH } from 'node:crypto';
import { type RequestDevice, USER_AGENT_MAX } from '@portal/server-members/devices';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows, equals, findRow, hasRow } from '@portal/server-platform/database/rows';
import { and, desc, eq, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { pushSubscriptions } from '../schema/push-subscriptions.ts';
import type { PushSettings } from './settings.ts';
import { isPushService, vapidKeys } from './settings.ts';

export type PushSubscription = typeof pushSubscriptions.$inferSelect;
export type NewPushSubscription = Pick<
  PushSubscription,
  'endpoint' | 'p256dh' | 'auth' | 'vapidKey'
>;
type Context = Pick<DomainContext, 'db'>;
type Browser = { readonly memberId: string; readonly sessionUid: string };

/** More browsers than a person has; the oldest give way. */
const SUBSCRIPTIONS_MAX = 10;

/** Stores that this browser takes push messages; `refused` for a service, key or point that cannot be sent to. */
export async function subscribePush(
  {
    db,
    clock,
    config,
  }: DomainContext & {
    readonly config: Pick<PushSettings, 'secrets' | 'vapidKeys' | 'pushServices'>;
  },
  { memberId, sessionUid, device }: Browser & { readonly device: RequestDevice },
  subscription: NewPushSubscription,
): Promise<'subscribed' | 'refused'> {
  const { endpoint, p256dh, vapidKey } = subscription;
  const isOurKey = vapidKeys(config).some(({ publicKey }) => publicKey === vapidKey);
  if (!isOurKey || !isPushService(endpoint, config.pushServices) || !isPoint(p256dh)) {
    return 'refused';
  }
  await removePushOfBrowser({ db }, { memberId, sessionUid });
  const values = {
    ...subscription,
    memberId,
    sessionUid,
    keyThumbprint: sql<string>`${thumbprintOf(sessionUid)}`,
    userAgent: device.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    createdAt: clock.now(),
  };
  await db
    .insert(pushSubscriptions)
    .values(values)
    // Another member used this browser before, and left without signing out.
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values });
  await removeOldest({ db }, memberId);
  return 'subscribed';
}

export function listPush({ db }: Context, memberId: string): Promise<PushSubscription[]> {
  return db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.memberId, memberId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
}

export const findPush = (context: Context, id: string): Promise<PushSubscription | undefined> =>
  findRow(context, pushSubscriptions, { id });

export const takesPush = (context: Context, browser: Browser): Promise<boolean> =>
  hasRow(context, pushSubscriptions, ofBrowser(browser));

/** Removes what the push service says has ended, or what can no longer be signed. */
export async function removePush(context: Context, id: string): Promise<void> {
  await deleteRows(context, pushSubscriptions, { id });
}

/** Ends the push messages to the browser of a session, also what an earlier session of it began. */
export const removePushOfBrowser = (context: Context, browser: Browser): Promise<unknown> =>
  deleteRows(context, pushSubscriptions, ofBrowser(browser));

/** Ends push messages to every browser of a member, except that of the session `exceptSession`. */
export async function removeAllPush(
  context: Context,
  memberId: string,
  { exceptSession }: { readonly exceptSession?: string } = {},
): Promise<void> {
  const others = exceptSession ? sql`not coalesce(${ofSession(exceptSession)}, false)` : undefined;
  await deleteRows(
    context,
    pushSubscriptions,
    and(equals(pushSubscriptions, { memberId }), others),
  );
}

/** Ends the push messages for whoever used a browser before a member signed in there. */
export async function removePushOfOthers(
  context: Context,
  keyThumbprint: string,
  memberId: string,
): Promise<void> {
  const isBrowser = equals(pushSubscriptions, { keyThumbprint });
  const isOthers = and(isBrowser, ne(pushSubscriptions.memberId, memberId));
  await deleteRows(context, pushSubscriptions, isOthers);
}

async function removeOldest({ db }: Context, memberId: string): Promise<void> {
  const newest = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.memberId, memberId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(SUBSCRIPTIONS_MAX);
  const isOld = notInArray(pushSubscriptions.id, newest);
  await deleteRows({ db }, pushSubscriptions, and(equals(pushSubscriptions, { memberId }), isOld));
}

/** By the session, and by the key of the browser, which its later sessions have too. */
const ofSession = (sessionUid: string): SQL | undefined =>
  or(
    eq(pushSubscriptions.sessionUid, sessionUid),
    sql`${pushSubscriptions.keyThumbprint} = ${thumbprintOf(sessionUid)}`,
  );

const ofBrowser = ({ memberId, sessionUid }: Browser): SQL | undefined =>
  and(equals(pushSubscriptions, { memberId }), ofSession(sessionUid));

const thumbprintOf = (sessionUid: string): SQL =>
  sql`(select ${oidcSessions.keyThumbprint} from ${oidcSessions} where ${oidcSessions.uid} = ${sessionUid})`;

/** Whether a browser's public key is a point of the curve, so that messages can be encrypted for it. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
