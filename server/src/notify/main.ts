import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { systemClock } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import {
  type OperatorNotification,
  OperatorNotificationSchema,
  sendOperatorNotifications,
} from './operator-notification.ts';

/**
 * `npm run notify -- --to hanako@example.com --title-ja … --title-en … --body-ja … --body-en …
 * [--link https://…]`: sends a member a notification (product §15.11). On
 * PostgreSQL it writes to the database. The embedded database belongs to the running server, which
 * takes the notification over HTTP (outbox/index.ts).
 */
const USAGE =
  'Usage: npm run notify -- --to <e-mail> --title-ja <text> --title-en <text> --body-ja <HTML> --body-en <HTML> [--link <https address>]';

async function main(): Promise<string> {
  const notification = readNotification();
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

function readNotification(): OperatorNotification {
  const text = { type: 'string' } as const;
  const options = {
    to: text,
    'title-ja': text,
    'title-en': text,
    'body-ja': text,
    'body-en': text,
    link: text,
  };
  let values: { [K in keyof typeof options]?: string | undefined };
  try {
    ({ values } = parseArgs({ options }));
  } catch (cause) {
    throw new ConfigError(USAGE, { cause });
  }
  const notification = v.safeParse(OperatorNotificationSchema, {
    to: values.to,
    title: { ja: values['title-ja'], en: values['title-en'] },
    body: { ja: values['body-ja'], en: values['body-en'] },
    ...(values.link !== undefined && { external_link: values.link }),
  });
  if (!notification.success) throw new ConfigError(USAGE);
  return notification.output;
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
  throw new ConfigError(unknown ? `No member has the address ${unknown}.` : USAGE);
}

try {
  process.stdout.write(`Sent as ${await main()}.\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
