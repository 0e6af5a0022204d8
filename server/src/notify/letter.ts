import { LocalizedTextSchema } from '@portal/shared-contract';
import * as v from 'valibot';
import type { DomainContext } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { findMemberByEmail } from '../domain/members.ts';
import { sendNotification } from '../domain/notifications.ts';

/** A notification as an operator hands it in. */
export const LetterSchema = v.object({
  /** The member's e-mail address. */
  to: v.string(),
  title: LocalizedTextSchema,
  /** HTML. */
  body: LocalizedTextSchema,
  external_link: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//i))),
});
export type Letter = v.InferOutput<typeof LetterSchema>;

/** Sends all of them or none. Answers their ids, or whose address nobody has. */
export function sendLetters(
  context: DomainContext,
  letters: readonly Letter[],
): Promise<{ readonly ids: readonly string[] } | { readonly unknown: string }> {
  return inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    const ids: string[] = [];
    const members = new Map<string, string>();
    for (const { to } of letters) {
      const member = members.get(to) ?? (await findMemberByEmail(tx, to))?.id;
      if (member === undefined) return { unknown: to };
      members.set(to, member);
    }
    for (const { to, title, body, external_link: externalLink } of letters) {
      const memberId = members.get(to) ?? '';
      ids.push((await sendNotification(tx, { memberId, title, body, externalLink })).id);
    }
    return { ids };
  });
}
