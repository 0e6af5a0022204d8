import { createHash } from 'node:crypto';
import {
  entersFree,
  lastDayOf,
  PERMISSION,
  type Purchase,
  todayInJapan,
  usageStartProblem,
} from '@portal/shared-contract';
import { and, eq } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { passports } from '../../db/schema/passes.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { findPass, type SeenPass } from './access.ts';
import { findDesign } from './designs.ts';
import { type HolderColumns, holdMember, memberAsHolder, PROFILE_INCOMPLETE } from './holder.ts';
import { PASS_PRICE, type PassRecord } from './pass.ts';
import { beginPayment } from './payments.ts';
import { findOwnPhoto } from './photos.ts';

/**
 * Buys a pass, once per key: whoever comes with the key again is answered the same pass, and nothing
 * else happens.
 * @param options.card whether cards can be paid with here
 */
export async function purchasePass(
  context: DomainContext,
  memberId: string,
  purchase: Purchase,
  options: { readonly card: boolean },
): Promise<Outcome<SeenPass>> {
  const requestHash = hashOf(purchase);
  const bought = await allOrNothing(context, async (tx): Promise<Outcome<PassRecord>> => {
    const known = await findPurchase(tx, memberId, purchase.idempotency_key);
    if (known) return done(known);
    const columns = await checkPurchase(tx, memberId, purchase, options);
    if (!columns.ok) return columns;
    const now = tx.clock.now();
    const [made] = await tx.db
      .insert(passports)
      .values({
        ...columns.value,
        ownerId: memberId,
        purchaserId: memberId,
        idempotencyKey: purchase.idempotency_key,
        requestHash,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: [passports.purchaserId, passports.idempotencyKey] })
      .returning();
    if (made) {
      if (made.paymentType === 'card') await beginPayment(tx, made);
      return done(made);
    }
    // The same purchase has come in beside this one, and is made.
    const other = await findPurchase(tx, memberId, purchase.idempotency_key);
    if (!other) throw new Error('A purchase that was in the way has vanished');
    return done(other);
  });
  if (!bought.ok) return bought;
  if (bought.value.requestHash !== requestHash) return invalid('idempotency_key', 'invalid');
  // As it stands now: since then it may have been paid, or given away.
  return findPass(context, memberId, bought.value.id);
}

async function findPurchase(
  { db }: DomainContext,
  purchaserId: string,
  idempotencyKey: string,
): Promise<PassRecord | undefined> {
  const [known] = await db
    .select()
    .from(passports)
    .where(
      and(eq(passports.purchaserId, purchaserId), eq(passports.idempotencyKey, idempotencyKey)),
    );
  return known;
}

type PurchaseColumns = HolderColumns &
  Pick<
    typeof passports.$inferInsert,
    | 'designId'
    | 'photoId'
    | 'usageStartDate'
    | 'extExpirationDate'
    | 'extPermission'
    | 'price'
    | 'paymentType'
    | 'paymentStatus'
  >;

async function checkPurchase(
  tx: DomainContext,
  memberId: string,
  purchase: Purchase,
  { card }: { readonly card: boolean },
): Promise<Outcome<PurchaseColumns>> {
  const member = await holdMember(tx, memberId);
  if (!member) return refused('auth.unauthorized');
  const asHolder = memberAsHolder(member);
  if (!asHolder) return refused('request.invalid', PROFILE_INCOMPLETE);

  const { usage_start_date: usageStartDate, payment_type: paymentType } = purchase;
  const today = todayInJapan(tx.clock.now());
  const holder = purchase.holder.kind === 'member' ? asHolder : childAsHolder(purchase.holder);
  if (holder.holderDateOfBirth > today) {
    return invalid('holder.date_of_birth', 'required.date_of_birth_rules.current_day');
  }
  const startProblem = usageStartProblem(usageStartDate, today);
  if (startProblem) return invalid('usage_start_date', startProblem);
  if (entersFree(holder.holderDateOfBirth, usageStartDate)) {
    return invalid('holder.date_of_birth', 'children_under_3_free');
  }
  const design = findDesign(purchase.design_id);
  if (!design) return refused('ap_passport.design_id.required');
  const photoId = await findOwnPhoto(tx, memberId, purchase.photo_id);
  if (!photoId) return refused('ap_passport.photo.required');
  if (paymentType === 'card' && !card) return invalid('payment_type', 'required.choice');

  return done({
    ...holder,
    designId: design.id,
    photoId,
    usageStartDate,
    extExpirationDate: lastDayOf(usageStartDate),
    extPermission: PERMISSION.ordinary,
    price: PASS_PRICE,
    paymentType,
    paymentStatus: 'pending',
  });
}

function childAsHolder(child: Extract<Purchase['holder'], { kind: 'child' }>): HolderColumns {
  return {
    holderKind: 'child',
    holderLastName: child.last_name,
    holderFirstName: child.first_name,
    holderDateOfBirth: child.date_of_birth,
  };
}

function invalid(field: string, key: string) {
  return refused('request.invalid', { descriptions: { [field]: [key] } });
}

/** The checked input has one spelling of everything and its names in one order. */
function hashOf(purchase: Purchase): string {
  return createHash('sha256').update(JSON.stringify(purchase)).digest('base64url');
}
