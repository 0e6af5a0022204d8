import type { AccountContext } from '@portal/server-members/account-context';
import { normalizeEmail } from '@portal/server-members/members';
import type { BudgetUse } from '@portal/server-members/messages';
import { networksAround } from '@portal/server-platform/http/client-network';
import {
  type MessageLimitName,
  messageWindowMs,
} from '@portal/server-platform/limits/message-limits';
import {
  countHit,
  countHits,
  type Hit,
  hitsNow,
  keyedSubject,
} from '@portal/server-platform/limits/rate-limits';
import { JAPAN } from '@portal/shared-contract';
import {
  type Asker,
  type CodeTarget,
  isShort,
  priceOf,
  type Share,
  type ShareLimit,
  shareLimit,
  shareOf,
} from './message-share.ts';
import { type PaidWork, spendWork } from './proof-of-work.ts';

type CostlyMessage = {
  readonly target: CodeTarget;
  /** Whose messages count together: a member's, a known device's, or those of a type and address. */
  readonly account: readonly string[];
  /** As `clientNetwork` answers it. */
  readonly network: string;
  readonly asker: Asker;
  readonly work: PaidWork | undefined;
  /** It is never sent, and so takes nothing from its share. */
  readonly toNobody: boolean;
};

export type MessageVerdict =
  | { readonly kind: 'allowed'; readonly budget: BudgetUse }
  /** The share runs short: the message is sent for some work of the asker's browser. */
  | { readonly kind: 'work_required'; readonly bits: number }
  | {
      readonly kind: 'refused';
      /** The limit that keeps the message back for longest. */
      readonly limit: MessageLimitName;
      readonly retryAt: Date;
    };

const PORTAL = 'all';

/**
 * Counts a message in every limit that it falls under. Call it last in the
 * transaction that queues the message, because others wait for the counter of the share until it
 * ends; a refusal must roll it back, so that what was not sent is not counted.
 */
export async function countMessage(
  tx: AccountContext,
  message: CostlyMessage,
): Promise<MessageVerdict> {
  const { target, asker, work, toNobody } = message;
  const now = tx.clock.now();
  const share = shareOf(asker, target);
  const budgetName = shareLimit(target.channel, share);
  const limits = [
    ...(await limitsOf(tx, message, share)),
    { name: budgetName, subject: [PORTAL] } as const,
  ];
  const hits = limits.map(({ name, subject, part = 1 }): Hit => {
    const adds = toNobody && name === budgetName ? 0 : 1;
    const limit = Math.ceil(tx.config.messageLimits[name] * part);
    const counter = part === 1 ? name : `${name}:${part}`;
    const window = { name: counter, limit, windowMs: messageWindowMs(name) };
    return [window, keyedSubject(tx, subject), adds];
  });
  const verdicts = await countHits(tx, hits);
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const refused = verdicts
    .map((verdict, index) => ({ ...verdict, limit: limits[index]?.name ?? budgetName }))
    .filter(({ allowed }) => !allowed)
    .sort((one, other) => other.retryAfter - one.retryAfter)[0];
  if (refused) {
    return { kind: 'refused', limit: refused.limit, retryAt: at(refused.retryAfter) };
  }
  const used = verdicts.at(-1);
  if (!used) throw new Error('The share was not counted');
  const limit = budgetLimit(tx, budgetName);
  const resetsAt = at(used.retryAfter);
  const budget = { name: budgetName, used: used.hits, limit, resetsAt };
  if (share === 'known' || share === 'members' || !isShort(budget)) {
    return { kind: 'allowed', budget };
  }
  const ofNetwork = await countOfNetwork(tx, message, budget);
  const price = priceOf({ ...budget, ofNetwork });
  if (price.kind === 'nothing_left')
    return { kind: 'refused', limit: budgetName, retryAt: resetsAt };
  const bits = price.kind === 'work' ? price.bits : 0;
  const isPaid = bits === 0 || (work && work.bits >= bits && (await spendWork(tx, work)));
  return isPaid ? { kind: 'allowed', budget } : { kind: 'work_required', bits };
}

/**
 * Counts the codes of the asker's network since the share ran short, in the hour of the share. Of a larger
 * network that is rented for as little money, as many codes count for one as it may use up of its limit.
 */
async function countOfNetwork(
  tx: AccountContext,
  { network }: CostlyMessage,
  { name, resetsAt }: BudgetUse,
): Promise<number> {
  const networks = networksAround(network);
  const verdicts = await countHits(
    tx,
    networks.map((around): Hit => {
      const limit = { name: 'network-in-short-share', limit: Number.MAX_SAFE_INTEGER };
      const subject = [name, String(resetsAt.getTime()), around.network];
      return [{ ...limit, windowMs: messageWindowMs(name) }, keyedSubject(tx, subject)];
    }),
  );
  const smallest = networks[0]?.part ?? 1;
  const each = verdicts.map(({ hits }, index) =>
    Math.ceil((hits * smallest) / (networks[index]?.part ?? 1)),
  );
  return Math.max(...each);
}

export const budgetLimit = (
  { config }: Pick<AccountContext, 'config'>,
  share: ShareLimit,
): number => config.messageLimits[share];

/** How many of them the present hour has had, from all replicas. */
export const budgetUsed = (
  context: Pick<AccountContext, 'db' | 'clock' | 'config'>,
  share: ShareLimit,
): Promise<number> => hitsNow(context, { name: share }, keyedSubject(context, [PORTAL]));

type Limited = {
  readonly name: MessageLimitName;
  readonly subject: readonly string[];
  /** Which part of the limit's number holds; by default all of it. */
  readonly part?: number;
};

/**
 * The limits but the share, those that most messages have in common last. What somebody else's
 * messages add to is counted for each share, so that no stranger uses up a member's.
 */
async function limitsOf(
  tx: AccountContext,
  { target, account, network, asker }: CostlyMessage,
  share: Share,
): Promise<Limited[]> {
  const all: Limited[] = [{ name: 'codes-account-hour', subject: account }];
  const ofNetwork = (name: MessageLimitName): Limited[] =>
    networksAround(network).map((around) => ({
      name,
      subject: [share, around.network],
      part: around.part,
    }));
  if (target.channel === 'sms') {
    const { address, country, confirmed } = target;
    all.push({ name: 'sms-account-day', subject: account });
    if (confirmed) {
      all.push({ name: 'sms-number-day', subject: [address] });
    } else {
      if (await isNewNumber(tx, account, address)) {
        all.push({ name: 'sms-numbers-hour', subject: account });
      }
      const subject = [share, address];
      all.push({ name: 'sms-unconfirmed-wait', subject }, { name: 'sms-unconfirmed-day', subject });
    }
    all.push(...ofNetwork('sms-network-hour'), ...ofNetwork('sms-network-day'));
    const inCountry = country === JAPAN ? 'sms-japan-day' : 'sms-country-day';
    all.push({ name: inCountry, subject: [share, country] });
    return all;
  }
  if (typeof asker === 'object') all.push({ name: 'mail-account-day', subject: account });
  if (!target.confirmed) {
    // Those of strangers by type, so that sign-ups stop no reset, nor either a change of address.
    const address = normalizeEmail(target.address) ?? target.address;
    const subject = typeof asker === 'object' ? [share, address] : account;
    all.push({ name: 'mail-address-day', subject });
  }
  // Behind one address there may be the known browsers of many members, each with a limit of its own.
  if (share !== 'known') {
    all.push(...ofNetwork('mail-network-hour'), ...ofNetwork('mail-network-day'));
  }
  return all;
}

/** Whether the account has not texted this number in the window of its different numbers. */
async function isNewNumber(tx: AccountContext, account: readonly string[], number: string) {
  const windowMs = messageWindowMs('sms-numbers-hour');
  const limit = { name: 'sms-number-of-account', limit: 1, windowMs };
  return (await countHit(tx, limit, keyedSubject(tx, [...account, number]))).allowed;
}
