import type { AccountContext } from '@portal/server-members/account-context';
import type { MessageMonitor } from '@portal/server-members/messages';
import { collectFrom } from '@portal/server-platform/metrics/metrics';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { budgetLimit, budgetUsed } from './count-message.ts';
import { shareLimits } from './message-share.ts';

/** The part of a share at which the operator is alarmed, while members notice nothing. */
const ALARM_SHARE = 0.8;
const SHARES = (['email', 'sms'] as const).flatMap((channel) =>
  shareLimits(channel).map((share) => ({ channel, share })),
);

/**
 * Counts codes in the metrics, and writes the alarm of each share: one line for each share and hour, by whichever
 * replica sends the message that reaches it. Neither has a recipient.
 */
export function messageMonitor(
  context: Pick<AccountContext, 'db' | 'clock' | 'config'> & { readonly log: Logger },
  registry: Registry,
): MessageMonitor {
  const registers = [registry];
  const counted = new Counter({
    name: 'portal_codes_total',
    help: 'Codes that this process counted as sent, by channel',
    labelNames: ['channel'],
    registers,
  });
  const refused = new Counter({
    name: 'portal_codes_refused_total',
    help: 'Codes that this process refused, by channel and limit',
    labelNames: ['channel', 'limit'],
    registers,
  });
  const limits = new Gauge({
    name: 'portal_message_budget_limit',
    help: 'Messages that the portal may send in an hour, by channel and share',
    labelNames: ['channel', 'share'],
    registers,
  });
  for (const labels of SHARES) limits.set(labels, budgetLimit(context, labels.share));
  new Gauge({
    name: 'portal_message_budget_used',
    help: 'Messages of the portal in the present hour, by channel and share',
    labelNames: ['channel', 'share'],
    registers,
    collect: collectFrom(() =>
      Promise.all(
        SHARES.map(async (labels) => [labels, await budgetUsed(context, labels.share)] as const),
      ),
    ),
  });

  return {
    codeCounted(channel, budget) {
      counted.inc({ channel });
      // Each number is reached once in an hour, so one replica writes the line.
      if (budget.used !== Math.ceil(budget.limit * ALARM_SHARE)) return;
      context.log.error(
        {
          event: 'message-budget',
          channel,
          share: budget.name,
          used: budget.used,
          limit: budget.limit,
          resetsAt: budget.resetsAt.toISOString(),
        },
        'the budget of messages for this hour is nearly used up',
      );
    },
    codeRefused(channel, by) {
      refused.inc({ channel, limit: by });
    },
  };
}
