import { createHash } from 'node:crypto';
import {
  entersFree,
  lastDayOf,
  type PassportDesign,
  PERMISSION,
  type Purchase,
  todayInJapan,
  usageStartProblem,
} from '@portal/shared-contract';
import { and, eq } from 'drizzle-orm';
import { newOrderNumber, passports } from '../../db/schema/passports.ts';
import { err, type Outcome, ok } from '../account/outcome.ts';
import type { DomainContext } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { findPassport, type PassportAccess } from './access.ts';
import { findDesign } from './designs.ts';
import {
  type HolderColumns,
  lockMemberShared,
  memberAsHolder,
  PROFILE_INCOMPLETE,
} from './holder.ts';
import { PASSPORT_PRICE, type PassportRecord } from './passport.ts';
import { beginPayment } from './payments.ts';
import { findOwnPhoto } from './photos.ts';

type PurchaseOptions = {
  readonly designs: readonly PassportDesign[];
  readonly card: boolean;
  readonly drawOrderNumber?: () => string;
};

/** One number in 10¹² is drawn, so that a second attempt is hardly ever needed. */
const ORDER_NUMBER_ATTEMPTS = 5;

/**
 * Buys a passport once per idempotency key: a call with a known key answers the same passport and
 * does nothing else (product §14.4).
 * @param options.designs those that members can choose
 * @param options.card whether payment by card is configured
 * @param options.drawOrderNumber draws twelve digits, again while another order has them
 */
export async function purchasePassport(
  context: DomainContext,
  memberId: string,
  purchase: Purchase,
  options: PurchaseOptions,
): Promise<Outcome<PassportAccess>> {
  const requestHash = hashOf(purchase);
  const bought = await withTransaction(context, async (tx): Promise<Outcome<PassportRecord>> => {
    const known = await findPurchase(tx, memberId, purchase.idempotency_key);
    if (known) return ok(known);
    const columns = await checkPurchase(tx, memberId, purchase, options);
    if (!columns.ok) return columns;
    const { drawOrderNumber = newOrderNumber } = options;
    for (let attempt = 1; attempt <= ORDER_NUMBER_ATTEMPTS; attempt += 1) {
      const created = await insertPassport(tx, {
        ...columns.value,
        ownerId: memberId,
        purchaserId: memberId,
        idempotencyKey: purchase.idempotency_key,
        requestHash,
        orderNumber: drawOrderNumber(),
      });
      if (created?.paymentType === 'card') await beginPayment(tx, created);
      if (created) return ok(created);
      // A concurrent call with the same key has made the purchase, or the order number is taken.
      const other = await findPurchase(tx, memberId, purchase.idempotency_key);
      if (other) return ok(other);
    }
    throw new Error('Every order number drawn was taken');
  });
  if (!bought.ok) return bought;
  if (bought.value.requestHash !== requestHash) return invalid('idempotency_key', 'invalid');
  // Read again: the passport may have been paid or given away since.
  return findPassport(context, memberId, bought.value.id);
}

/** Answers nothing where the purchase or the order number exists already. */
async function insertPassport(
  { db, clock }: DomainContext,
  columns: Omit<typeof passports.$inferInsert, 'createdAt' | 'updatedAt'>,
): Promise<PassportRecord | undefined> {
  const now = clock.now();
  const [created] = await db
    .insert(passports)
    .values({ ...columns, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  return created;
}

async function findPurchase(
  { db }: DomainContext,
  purchaserId: string,
  idempotencyKey: string,
): Promise<PassportRecord | undefined> {
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
  { card, designs }: PurchaseOptions,
): Promise<Outcome<PurchaseColumns>> {
  const member = await lockMemberShared(tx, memberId);
  if (!member) return err('auth.unauthorized');
  const asHolder = memberAsHolder(member);
  if (!asHolder) return err('request.invalid', PROFILE_INCOMPLETE);

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
  const design = findDesign(designs, purchase.design_id);
  if (!design) return err('ap_passport.design_id.required');
  const photoId = await findOwnPhoto(tx, memberId, purchase.photo_id);
  if (!photoId) return err('ap_passport.photo.required');
  if (paymentType === 'card' && !card) return invalid('payment_type', 'required.choice');

  return ok({
    ...holder,
    designId: design.id,
    photoId,
    usageStartDate,
    extExpirationDate: lastDayOf(usageStartDate),
    extPermission: PERMISSION.ordinary,
    price: PASSPORT_PRICE,
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
  return err('request.invalid', { descriptions: { [field]: [key] } });
}

/** The validated input is normalised and has its keys in a fixed order. */
function hashOf(purchase: Purchase): string {
  return createHash('sha256').update(JSON.stringify(purchase)).digest('base64url');
}
