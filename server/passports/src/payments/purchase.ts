import { createHash } from 'node:crypto';
import type { AccountContext } from '@portal/server-members/account-context';
import { type MemberRecord, normalizeEmail } from '@portal/server-members/members';
import { type DomainContext, withTransaction } from '@portal/server-platform/database/database';
import { findRow } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok, type Refusal } from '@portal/server-platform/outcome';
import { designsFor, findDesign } from '@portal/shared-brand/read/designs';
import { passesOf } from '@portal/shared-brand/read/passes';
import {
  childAgeProblem,
  entersFree,
  kindsFor,
  lastDayOfKind,
  type NewPassport,
  type PassportDesign,
  type PassportKind,
  PERMISSION,
  type Purchase,
  todayInJapan,
  usageStartProblem,
} from '@portal/shared-contract';
import { mailOrder } from '../mails/passport-mails.ts';
import { findPassport, type PassportAccess } from '../passport/access.ts';
import {
  type HolderColumns,
  isSameHolder,
  lockMemberShared,
  memberAsHolder,
  PROFILE_INCOMPLETE,
} from '../passport/holder.ts';
import type { PassportRecord } from '../passport/passport.ts';
import { findOwnPhoto } from '../passport/photos.ts';
import { lockUnrenewed, renewalOf, type Selling } from '../passport/renewal.ts';
import { newOrderNumber, passports } from '../schema/passports.ts';
import { beginPayment } from './payments.ts';

type PurchaseOptions = {
  readonly designs: readonly PassportDesign[];
  readonly card: boolean;
  readonly config: Selling;
  readonly drawOrderNumber?: () => string;
};

/** One number in 10¹² is drawn, so that a second attempt is hardly ever needed. */
const ORDER_NUMBER_ATTEMPTS = 5;

/**
 * Buys the passports of an order once per idempotency key and answers the first: a call with a known
 * key answers the same passport and does nothing else.
 * @param options.designs those that members can choose
 * @param options.card whether payment by card is configured
 * @param options.config says what is sold
 * @param options.drawOrderNumber draws twelve digits, again while another order has them
 */
export async function purchasePassport(
  context: AccountContext,
  memberId: string,
  purchase: Purchase,
  options: PurchaseOptions,
): Promise<Outcome<PassportAccess>> {
  const requestHash = hashOf(purchase);
  const bought = await withTransaction(context, async (tx): Promise<Outcome<PassportRecord>> => {
    const known = await findPurchase(tx, memberId, purchase.idempotency_key);
    if (known) return ok(known);
    const checked = await checkPurchase(tx, memberId, purchase, options);
    if (!checked.ok) {
      // A concurrent call with the same key may have renewed just what this one would.
      const other = await findPurchase(tx, memberId, purchase.idempotency_key);
      return other ? ok(other) : checked;
    }
    const { member, lines } = checked.value;
    const { drawOrderNumber = newOrderNumber } = options;
    for (let attempt = 1; attempt <= ORDER_NUMBER_ATTEMPTS; attempt += 1) {
      const [first, ...others] = await insertOrder(tx, lines, {
        ownerId: memberId,
        purchaserId: memberId,
        idempotencyKey: purchase.idempotency_key,
        requestHash,
        paymentType: purchase.payment_type,
        paymentStatus: 'pending',
        orderNumber: drawOrderNumber(),
        orderSize: lines.length,
      });
      if (first?.paymentType === 'card') await beginPayment(tx, [first, ...others]);
      else if (first) await mailOrder(tx, member, [first, ...others]);
      if (first) return ok(first);
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

type NewRow = Omit<typeof passports.$inferInsert, 'createdAt' | 'updatedAt' | 'orderLine'>;

/** Answers nothing where purchase or order number exist already: who has the first line has the others. */
async function insertOrder(
  { db, clock }: DomainContext,
  lines: readonly LineColumns[],
  order: Omit<NewRow, keyof LineColumns>,
): Promise<PassportRecord[]> {
  const now = clock.now();
  const created: PassportRecord[] = [];
  for (const [at, line] of lines.entries()) {
    const [row] = await db
      .insert(passports)
      .values({ ...order, ...line, orderLine: at + 1, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning();
    if (!row && at === 0) return [];
    if (!row) throw new Error('A later line of a new order exists already');
    created.push(row);
  }
  return created;
}

const findPurchase = (tx: DomainContext, purchaserId: string, idempotencyKey: string) =>
  findRow(tx, passports, { purchaserId, idempotencyKey, orderLine: 1 });

type LineColumns = HolderColumns &
  Pick<
    typeof passports.$inferInsert,
    | 'invitedEmail'
    | 'designId'
    | 'photoId'
    | 'renews'
    | 'usageStartDate'
    | 'extExpirationDate'
    | 'extPermission'
    | 'price'
    | 'soldAs'
  >;

async function checkPurchase(
  tx: DomainContext,
  memberId: string,
  purchase: Purchase,
  { card, designs, config }: PurchaseOptions,
): Promise<Outcome<{ readonly member: MemberRecord; readonly lines: readonly LineColumns[] }>> {
  const member = await lockMemberShared(tx, memberId);
  if (!member) return err('auth.unauthorized');
  const asHolder = memberAsHolder(member, { address: false });
  if (!asHolder) return err('request.invalid', PROFILE_INCOMPLETE);
  const ordered = [purchase, ...(purchase.others ?? [])];
  const renewed = ordered.flatMap(({ renews }) => renews ?? []);
  const unrenewed = await lockUnrenewed(tx, memberId, renewed);
  const lines: LineColumns[] = [];
  for (const [at, line] of ordered.entries()) {
    const known = { member, asHolder, designs, config, unrenewed };
    const checked = await checkLine(tx, line, known);
    if (!checked.ok) return at === 0 ? checked : ofFurtherPassport(checked, at - 1);
    lines.push(checked.value);
  }
  if (!lines.every(({ soldAs }) => memberAsHolder(member, soldAs))) {
    return err('request.invalid', PROFILE_INCOMPLETE);
  }
  const total = lines.reduce((sum, { price }) => sum + price, 0);
  if ((purchase.total ?? total) !== total) return invalid('total', 'price_changed');
  if (purchase.payment_type === 'card' && !card) return invalid('payment_type', 'required.choice');
  return ok({ member, lines });
}

async function checkLine(
  tx: DomainContext,
  { holder: whose, ...line }: NewPassport,
  {
    member,
    asHolder,
    designs,
    config,
    unrenewed,
  }: Pick<PurchaseOptions, 'designs' | 'config'> & {
    readonly member: MemberRecord;
    readonly asHolder: HolderColumns;
    readonly unrenewed: Map<string, PassportRecord>;
  },
): Promise<Outcome<LineColumns>> {
  const { usage_start_date: usageStartDate } = line;
  const today = todayInJapan(tx.clock.now());
  const holder = whose.kind === 'member' ? asHolder : typedHolder(whose);
  const born = holder.holderDateOfBirth;
  if (born && born > today) {
    return invalid('holder.date_of_birth', 'required.date_of_birth_rules.current_day');
  }
  const startProblem = usageStartProblem(usageStartDate, today);
  if (startProblem) return invalid('usage_start_date', startProblem);
  const passes = passesOf(config);
  const child =
    whose.kind === 'child' &&
    childAgeProblem(whose.date_of_birth, usageStartDate, passes.childBelow);
  if (child) return invalid('holder.date_of_birth', child);
  if (born && entersFree(born, usageStartDate)) {
    return invalid('holder.date_of_birth', 'children_under_3_free');
  }
  let fitting = kindsFor(passes, { born, firstDay: usageStartDate, today });
  const renews = line.renews ?? null;
  if (renews !== null) {
    const before = unrenewed.get(renews);
    const renewal = before && renewalOf(before, today, config);
    if (!renewal || renewal.start !== usageStartDate || !isSameHolder(before, holder)) {
      return invalid('renews', 'invalid');
    }
    fitting = [renewal.kind];
    // No other passport of the order renews it too.
    unrenewed.delete(renews);
  }
  if (fitting.length === 0) return invalid('usage_start_date', 'no_kind');
  const kind = kindAmong(fitting, line.kind_id);
  if (!kind) return invalid('kind_id', 'required.choice');
  const design = findDesign(designsFor(kind, designs), line.design_id);
  if (!design) return err('ap_passport.design_id.required');
  const invitedEmail = whose.kind === 'adult' ? whose.email : null;
  const address = invitedEmail && normalizeEmail(invitedEmail);
  if (address === undefined) return invalid('holder.email', 'format.email');
  if (address === member.emailNormalized) return invalid('holder.email', 'own_address');
  // Another adult adds a photo after accepting it.
  const asksPhoto = kind.photo && !invitedEmail;
  const photoId = asksPhoto ? await findOwnPhoto(tx, member.id, line.photo_id) : null;
  if (photoId === undefined) return err('ap_passport.photo.required');
  return ok({
    ...holder,
    designId: design.id,
    photoId,
    renews,
    invitedEmail,
    usageStartDate,
    extExpirationDate: lastDayOfKind(kind, usageStartDate),
    extPermission: PERMISSION.ordinary,
    price: kind.price,
    soldAs: kind,
  });
}

/** The kind that was asked for; the only one if none was. */
const kindAmong = ([first, ...others]: readonly PassportKind[], id: string | undefined) =>
  id === undefined && others.length === 0
    ? first
    : [first, ...others].find((one) => one?.id === id);

/** The fields that an error without descriptions is about. */
const FIELD_OF: Readonly<Record<string, Record<string, string[]>>> = {
  'ap_passport.design_id.required': { design_id: ['required.choice'] },
  'ap_passport.photo.required': { photo_id: ['required.choice'] },
};

/** Names the fields of a further passport with its place: `others.0.usage_start_date`. */
function ofFurtherPassport({ error, descriptions = FIELD_OF[error] ?? {} }: Refusal, at: number) {
  const named = Object.entries(descriptions).map(([field, keys]) => [
    `others.${at}.${field}`,
    keys,
  ]);
  return err(error, { descriptions: Object.fromEntries(named) });
}

function typedHolder(typed: Exclude<NewPassport['holder'], { kind: 'member' }>): HolderColumns {
  return {
    holderKind: typed.kind,
    holderLastName: typed.last_name,
    holderFirstName: typed.first_name,
    holderDateOfBirth: typed.kind === 'child' ? typed.date_of_birth : null,
  };
}

function invalid(field: string, key: string) {
  return err('request.invalid', { descriptions: { [field]: [key] } });
}

/** The validated input is normalised and has its keys in a fixed order. */
function hashOf(purchase: Purchase): string {
  return createHash('sha256').update(JSON.stringify(purchase)).digest('base64url');
}
