import { findMemberByEmail } from '@portal/server-members/members';
import { type DomainContext, transact } from '@portal/server-platform/database/database';
import { LocalizedTextSchema } from '@portal/shared-contract';
import * as v from 'valibot';
import { sendNotification } from './notifications.ts';

export const TEXT_ENTRIES = {
  title: LocalizedTextSchema,
  /** HTML. */
  body: LocalizedTextSchema,
  external_link: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//i))),
};

export const OperatorNotificationSchema = v.object({ to: v.string(), ...TEXT_ENTRIES });
export type OperatorNotification = v.InferOutput<typeof OperatorNotificationSchema>;

/** Sends all of them or none. @returns their ids, or an address that no member has */
export function sendOperatorNotifications(
  context: DomainContext,
  notifications: readonly OperatorNotification[],
): Promise<{ readonly ids: readonly string[] } | { readonly unknown: string }> {
  return transact(context, async (tx) => {
    const ids: string[] = [];
    const members = new Map<string, string>();
    for (const { to } of notifications) {
      const member = members.get(to) ?? (await findMemberByEmail(tx, to))?.id;
      if (member === undefined) return { unknown: to };
      members.set(to, member);
    }
    for (const { to, title, body, external_link: externalLink } of notifications) {
      const memberId = members.get(to) ?? '';
      ids.push((await sendNotification(tx, { memberId, title, body, externalLink })).id);
    }
    return { ids };
  });
}
