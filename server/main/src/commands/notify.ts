import {
  type OperatorNotification,
  OperatorNotificationSchema,
  sendOperatorNotifications,
} from '@portal/server-notifications/operator-notification';
import { systemClock } from '@portal/server-platform/clock';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { runCommand, type Words, WrongWords } from '@portal/shared-process/command-line';
import { ConfigError } from '@portal/shared-process/config-error';
import * as v from 'valibot';
import { readConfig } from '../config.ts';

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  to: TEXT,
  'title-ja': TEXT,
  'title-en': TEXT,
  'body-ja': TEXT,
  'body-en': TEXT,
  link: TEXT,
} as const;

/**
 * On PostgreSQL it writes to the database. The embedded database belongs to the running server, which
 * takes the notification over HTTP (outbox/index.ts).
 */
await runCommand(
  {
    usage:
      'npm run notify -- --to <e-mail> --title-ja <text> --title-en <text> --body-ja <HTML> --body-en <HTML> [--link <https address>]',
    does: 'Sends a member a notification.',
    options: OPTIONS,
  },
  async ({ values }) => {
    process.stdout.write(`Sent as ${await send(readNotification(values))}.\n`);
  },
);

async function send(notification: OperatorNotification): Promise<string> {
  const config = readConfig(process.env);
  if (config.database.kind === 'embedded') return sendByServer(config.outboxOrigin, notification);
  const database = await openDatabase(config.database);
  try {
    const sent = await sendOperatorNotifications({ db: database.db, clock: systemClock }, [
      notification,
    ]);
    if ('unknown' in sent) throw new ConfigError(`No member has the address ${sent.unknown}.`);
    return `${sent.ids[0]}`;
  } finally {
    await database.close();
  }
}

function readNotification(values: Words<typeof OPTIONS>['values']): OperatorNotification {
  const notification = v.safeParse(OperatorNotificationSchema, {
    to: values.to,
    title: { ja: values['title-ja'], en: values['title-en'] },
    body: { ja: values['body-ja'], en: values['body-en'] },
    ...(values.link !== undefined && { external_link: values.link }),
  });
  if (notification.success) return notification.output;
  throw new WrongWords('An option is missing, or is not what it has to be.');
}

async function sendByServer(origin: string, notification: OperatorNotification): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(new URL('/notifications', origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([notification]),
    });
  } catch (cause) {
    throw new ConfigError(
      `Please start the portal first (npm start): no server answers at ${origin}.`,
      { cause },
    );
  }
  const { ids, unknown } = (await answer.json()) as { ids?: string[]; unknown?: string };
  if (ids?.[0]) return ids[0];
  throw new ConfigError(
    unknown ? `No member has the address ${unknown}.` : 'The server refuses this notification.',
  );
}
