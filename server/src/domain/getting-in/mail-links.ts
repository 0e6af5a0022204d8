import { createHash, randomBytes } from 'node:crypto';
import { UNBLOCK_LINK_MS, VERIFY_EMAIL_LINK_MS } from '@portal/shared-contract';
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { mailLinks } from '../../db/schema/mail-links.ts';
import type { Member } from '../../db/schema/members.ts';

export type MailLinkType = (typeof mailLinks.$inferSelect)['type'];

const LIFETIME_MS: Readonly<Record<MailLinkType, number>> = {
  unblock: UNBLOCK_LINK_MS,
  verify_email_link: VERIFY_EMAIL_LINK_MS,
};
const CODE_BYTES = 32;
/** So long a used link still says that it is done already. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** The code of a new link; hand in the transaction that queues its mail. */
export async function makeMailLink(
  { db, clock }: DomainContext,
  member: Pick<Member, 'id' | 'email'>,
  type: MailLinkType,
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await db.insert(mailLinks).values({
    codeHash: hashOf(code),
    type,
    memberId: member.id,
    target: member.email,
    expiresAt: new Date(clock.now().getTime() + LIFETIME_MS[type]),
  });
  return code;
}

export type TakenLink =
  | { readonly kind: 'taken'; readonly memberId: string; readonly target: string }
  /** It has done its one thing before. */
  | { readonly kind: 'used' }
  /** Made up, too old, or for something else. */
  | { readonly kind: 'unknown' };

/** Uses a link up, once; inside the transaction of what it is for. */
export async function takeMailLink(
  { db, clock }: DomainContext,
  type: MailLinkType,
  code: string,
): Promise<TakenLink> {
  const which = and(eq(mailLinks.codeHash, hashOf(code)), eq(mailLinks.type, type));
  const now = clock.now();
  const [link] = await db.select().from(mailLinks).where(which).for('update');
  if (link?.usedAt) return { kind: 'used' };
  if (!link || link.expiresAt <= now) return { kind: 'unknown' };
  await db
    .update(mailLinks)
    .set({ usedAt: now })
    .where(and(which, isNull(mailLinks.usedAt)));
  return { kind: 'taken', memberId: link.memberId, target: link.target };
}

export async function purgeMailLinks({ db, clock }: DomainContext): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEEP_MS);
  await db.delete(mailLinks).where(lte(mailLinks.expiresAt, oldest));
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url');
