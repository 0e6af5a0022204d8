import { readFileSync } from 'node:fs';
import { giveUpQueued } from '../server/mail/src/queue.ts';
import { readConfig } from '../server/main/src/config.ts';
import {
  beginRestored,
  listUnknownPayments,
  markCompared,
  markPaidBack,
  unknownOf,
} from '../server/passports/src/payments/restored.ts';
import type { DomainContext } from '../server/platform/src/database/database.ts';
import { openDatabaseClock } from '../server/platform/src/database/database-clock.ts';
import { openDatabase } from '../server/platform/src/database/open-database.ts';
import { Refused, runCommand } from '../shared-process/src/command-line.ts';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

await runCommand(
  {
    usage: 'node deploy/after-restore.ts [--payments <file> | --paid-back <id> | --compared]',
    does: 'Run once on a restored database, before the first server starts on it; then with the words below until all is compared (docs/your-own-portal.md).',
    details: [
      '--payments   a list of the payment provider, with the id of a payment in each line: says which the portal does not know',
      '--paid-back  the id of a passport, or of a refund at the provider, that was cancelled and paid back since the backup',
      '--compared   all is compared: members can cancel again',
    ],
    options: {
      payments: { type: 'string' },
      'paid-back': { type: 'string', multiple: true },
      compared: { type: 'boolean' },
    },
    check: ({ values }) =>
      Object.keys(values).length > 1 ? 'Please give one word at a time.' : undefined,
  },
  async ({ values }) => {
    const database = await openDatabase(readConfig(process.env).database);
    const context = { db: database.db, clock: await openDatabaseClock(database.db) };
    try {
      if (values.payments !== undefined) await compare(context, values.payments);
      else if (values['paid-back']) await payBack(context, values['paid-back']);
      else if (values.compared) {
        await markCompared(context);
        console.log('Members can cancel what they have paid for again.');
      } else await begin(context);
    } finally {
      await database.close();
    }
  },
);

async function begin(context: DomainContext): Promise<void> {
  const messages = await giveUpQueued(context);
  const { knownUntil, offers, credentials } = await beginRestored(context);
  const since = knownUntil.toISOString();
  console.log(`Messages of before the backup that are not sent again: ${messages}.
Offers of passports that are ended, because they may have been accepted since: ${offers}.
Credentials of the staff that are ended, because they may have been ended since: ${credentials.length}${credentials.length > 0 ? ` (${credentials.join(', ')})` : ''}.

The backup knows nothing of after ${since}. What was paid for before is not paid back until you have compared, with
- the payment provider: its payments since then (--payments says which the portal does not know; pay them back there, and tell the members), and its refunds since then (--paid-back for each);
- the counter: what its cash book has as paid back since then (--paid-back for each), and as paid (take it again at the counter);
and then run this command with --compared.`);
}

async function compare(context: DomainContext, file: string): Promise<void> {
  const ids = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => ID.exec(line.toLowerCase())?.[0] ?? []);
  const unknown = await unknownOf(context, ids);
  const reported = await listUnknownPayments(context);
  console.log(
    `Of ${ids.length} payments the portal does not know ${unknown.length}: ${unknown.join(', ')}`,
  );
  for (const { providerId, amount, reportedAt } of reported) {
    console.log(
      `The provider reported at ${reportedAt.toISOString()} that ${providerId} of ${amount} yen was paid, which the portal does not know.`,
    );
  }
}

async function payBack(context: DomainContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const isDone = ID.test(id) && (await markPaidBack(context, id));
    if (!isDone) throw new Refused(`No passport that is paid for has the id ${id}.`);
    console.log(`Cancelled and paid back: ${id}`);
  }
}
