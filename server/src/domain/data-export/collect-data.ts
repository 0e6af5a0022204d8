import { and, asc, eq } from 'drizzle-orm';
import { memberEvents } from '../../db/schema/events.ts';
import { connections } from '../../db/schema/members.ts';
import { notifications } from '../../db/schema/notifications.ts';
import {
  passportPayments,
  passportPhotos,
  passports,
  passportTransfers,
} from '../../db/schema/passports.ts';
import { passkeys } from '../../db/schema/second-factors.ts';
import { termsAcceptances } from '../../db/schema/terms.ts';
import type { AccountContext } from '../account-context.ts';
import type { MemberRecord } from '../members.ts';
import { listPush } from '../push/push-subscriptions.ts';
import { listUses } from '../staff/staff-acts.ts';
import { listTrustedBrowsers } from '../trusted-browsers.ts';
import { toUser } from '../user.ts';

type File = { readonly name: string; readonly content: unknown };
export type CollectedData = {
  /** Contents for JSON. */
  readonly files: readonly File[];
  readonly photos: readonly { readonly name: string; readonly webp: Uint8Array }[];
};

/**
 * Everything that the portal holds about a member and that tells them something: no hashes, no keys,
 * and nothing by which somebody could sign in (product §12.69).
 */
export async function collectData(
  context: AccountContext,
  member: MemberRecord,
): Promise<CollectedData> {
  const { db } = context;
  const { id } = member;
  const photos = await db
    .select()
    .from(passportPhotos)
    .where(eq(passportPhotos.memberId, id))
    .orderBy(asc(passportPhotos.createdAt));
  return {
    files: [
      { name: 'profile.json', content: toUser(member) },
      { name: 'sign-in.json', content: await signInOf(context, id) },
      { name: 'passports.json', content: await passportsOf(context, id) },
      {
        name: 'notifications.json',
        content: await db
          .select({
            title: notifications.title,
            body: notifications.body,
            publishedAt: notifications.publishedAt,
            readAt: notifications.readAt,
          })
          .from(notifications)
          .where(eq(notifications.memberId, id))
          .orderBy(asc(notifications.publishedAt)),
      },
      {
        name: 'reminders.json',
        content: {
          email: member.remindByEmail,
          notification: member.remindByNotification,
          // No addresses or keys: whoever has them could send to the browser, or be sent to.
          pushMessages: (await listPush(context, id)).map(({ userAgent, createdAt }) => ({
            userAgent,
            createdAt,
          })),
        },
      },
      {
        name: 'activity.json',
        content: await db
          .select({
            kind: memberEvents.kind,
            happenedAt: memberEvents.happenedAt,
            userAgent: memberEvents.userAgent,
            country: memberEvents.country,
          })
          .from(memberEvents)
          .where(eq(memberEvents.memberId, id))
          .orderBy(asc(memberEvents.happenedAt)),
      },
    ],
    photos: photos.map((photo) => ({ name: `photos/${photo.id}.webp`, webp: photo.webp })),
  };
}

async function signInOf({ db, ...context }: AccountContext, memberId: string) {
  return {
    passkeys: await db
      .select({
        name: passkeys.name,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.memberId, memberId)),
    connections: await db
      .select({ connection: connections.connection, createdAt: connections.createdAt })
      .from(connections)
      .where(eq(connections.memberId, memberId)),
    devices: await context.sessions.list({ db, ...context }, memberId),
    trustedBrowsers: await listTrustedBrowsers({ db, ...context }, memberId),
    terms: await db
      .select({ version: termsAcceptances.version, acceptedAt: termsAcceptances.acceptedAt })
      .from(termsAcceptances)
      .where(eq(termsAcceptances.memberId, memberId)),
  };
}

/** The member's own passports, what was paid for them, and to whom they were offered. */
async function passportsOf({ db, clock }: AccountContext, ownerId: string) {
  const own = await db
    .select()
    .from(passports)
    .where(eq(passports.ownerId, ownerId))
    .orderBy(asc(passports.createdAt));
  return Promise.all(
    own.map(async ({ id, ...passport }) => ({
      id,
      designId: passport.designId,
      number: passport.extMemberCode,
      holder: {
        kind: passport.holderKind,
        lastName: passport.holderLastName,
        firstName: passport.holderFirstName,
        dateOfBirth: passport.holderDateOfBirth,
      },
      photo: passport.photoId && `photos/${passport.photoId}.webp`,
      usageStartDate: passport.usageStartDate,
      expirationDate: passport.extExpirationDate,
      confirmedIdAt: passport.confirmedIdAt,
      physicalCardIssuedAt: passport.physicalCardIssuedAt,
      canceledAt: passport.canceledAt,
      createdAt: passport.createdAt,
      orderNumber: passport.orderNumber,
      price: passport.price,
      paymentType: passport.paymentType,
      paymentStatus: passport.paymentStatus,
      payments: await db
        .select({
          amount: passportPayments.amount,
          status: passportPayments.status,
          createdAt: passportPayments.createdAt,
          decidedAt: passportPayments.decidedAt,
        })
        .from(passportPayments)
        .where(eq(passportPayments.passportId, id)),
      uses: await listUses({ db, clock }, id, new Date(0)),
      transfers: await db
        .select({
          receiver: passportTransfers.receiverMasked,
          requestedAt: passportTransfers.requestedAt,
          outcome: passportTransfers.outcome,
        })
        .from(passportTransfers)
        .where(and(eq(passportTransfers.senderId, ownerId), eq(passportTransfers.passportId, id))),
    })),
  );
}
