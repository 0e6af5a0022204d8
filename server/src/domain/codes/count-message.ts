import { JAPAN } from '@portal/shared-contract';
import { type MessageLimitName, messageWindowMs } from '../../message-limits.ts';
import type { AccountContext } from '../account-context.ts';
import { normalizeEmail } from '../members.ts';
import type { BudgetUse, MessageChannel } from '../messages.ts';
import { countHit, countHits, type Hit, hitsNow, keyedSubject } from '../rate-limits.ts';
import type { CodeTarget } from './code-target.ts';

/** A message that costs money, with all that its limits look at. */
type CostlyMessage = {
  readonly target: CodeTarget;
  /**
   * Whose messages are counted together: a member, a known device of theirs, or a type and address
   * without signing in.
   */
  readonly account: readonly string[];
  /** An IP address or the network of an IPv6 household. */
  readonly network: string;
  /** Asked for without signing in. */
  readonly byStranger: boolean;
};

export type MessageVerdict =
  | { readonly kind: 'allowed'; readonly budget: BudgetUse }
  | {
      readonly kind: 'refused';
      /** The limit that keeps the message back for longest. */
      readonly limit: MessageLimitName;
      readonly retryAt: Date;
    };

/** The one subject of the limits of the whole portal. */
const PORTAL = 'all';
const BUDGETS = { email: 'mail-portal-hour', sms: 'sms-portal-hour' } as const;

/**
 * Counts a message in every limit that it falls under (product §11.30). Call it last in the
 * transaction that queues the message, because others wait for the counters of the whole portal
 * until it ends; a refusal must roll it back, so that what was not sent is not counted.
 */
export async function countMessage(
  tx: AccountContext,
  message: CostlyMessage,
): Promise<MessageVerdict> {
  const { channel } = message.target;
  const limits = [...(await limitsOf(tx, message)), [BUDGETS[channel], [PORTAL]] as Limited];
  const hits = limits.map(([name, subject]): Hit => [limitOf(tx, name), keyedSubject(tx, subject)]);
  const verdicts = await countHits(tx, hits);
  const at = (seconds: number) => new Date(tx.clock.now().getTime() + seconds * 1000);
  const refused = verdicts
    .map((verdict, index) => ({ ...verdict, limit: limits[index]?.[0] ?? BUDGETS[channel] }))
    .filter(({ allowed }) => !allowed)
    .sort((one, other) => other.retryAfter - one.retryAfter)[0];
  if (refused) {
    return { kind: 'refused', limit: refused.limit, retryAt: at(refused.retryAfter) };
  }
  const used = verdicts.at(-1);
  if (!used) throw new Error('The budget was not counted');
  const limit = budgetLimit(tx, channel);
  return { kind: 'allowed', budget: { used: used.hits, limit, resetsAt: at(used.retryAfter) } };
}

/** How many messages of a channel the whole portal may send in an hour. */
export const budgetLimit = (
  { config }: Pick<AccountContext, 'config'>,
  channel: MessageChannel,
): number => config.messageLimits[BUDGETS[channel]];

/** How many of them the present hour has had, from all replicas. */
export const budgetUsed = (
  context: Pick<AccountContext, 'db' | 'clock' | 'config'>,
  channel: MessageChannel,
): Promise<number> => hitsNow(context, { name: BUDGETS[channel] }, keyedSubject(context, [PORTAL]));

type Limited = readonly [name: MessageLimitName, subject: readonly string[]];

/** The limits but the budget, those that most messages share last. */
async function limitsOf(
  tx: AccountContext,
  { target, account, network, byStranger }: CostlyMessage,
): Promise<Limited[]> {
  const all: Limited[] = [['codes-account-hour', account]];
  if (target.channel === 'sms') {
    const { address, country, confirmed } = target;
    const number = [address];
    all.push(['sms-account-day', account]);
    if (confirmed) {
      all.push(['sms-number-day', number]);
    } else {
      if (await isNewNumber(tx, account, address)) all.push(['sms-numbers-hour', account]);
      all.push(['sms-unconfirmed-wait', number], ['sms-unconfirmed-day', number]);
    }
    all.push(['sms-network-hour', [network]], ['sms-network-day', [network]]);
    all.push([country === JAPAN ? 'sms-japan-day' : 'sms-country-day', [country]]);
    return all;
  }
  if (!byStranger) all.push(['mail-account-day', account]);
  if (!target.confirmed) {
    // Those of strangers by type, so that sign-ups stop no reset, nor either a change of address.
    const address = normalizeEmail(target.address) ?? target.address;
    all.push(['mail-address-day', byStranger ? account : [address]]);
  }
  all.push(['mail-network-hour', [network]], ['mail-network-day', [network]]);
  if (byStranger) all.push(['mail-strangers-hour', [PORTAL]]);
  return all;
}

/** Whether the account has not texted this number in the window of its different numbers. */
async function isNewNumber(
  tx: AccountContext,
  account: readonly string[],
  number: string,
): Promise<boolean> {
  const windowMs = messageWindowMs('sms-numbers-hour');
  const limit = { name: 'sms-number-of-account', limit: 1, windowMs };
  return (await countHit(tx, limit, keyedSubject(tx, [...account, number]))).allowed;
}

const limitOf = ({ config }: AccountContext, name: MessageLimitName) => ({
  name,
  limit: config.messageLimits[name],
  windowMs: messageWindowMs(name),
});
