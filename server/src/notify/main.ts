import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { systemClock } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { type Letter, LetterSchema, sendLetters } from './letter.ts';

/**
 * `npm run notify -- --to hanako@example.com --title-ja … --title-en … --body-ja … --body-en …
 * [--link https://…]`: sends a member a notification. On PostgreSQL it writes to the database; the
 * embedded default's belongs to the running server, which is asked to (outbox/index.ts).
 */
const USAGE =
  'Usage: npm run notify -- --to <e-mail> --title-ja <text> --title-en <text> --body-ja <HTML> --body-en <HTML> [--link <https address>]';

async function main(): Promise<string> {
  const letter = readLetter();
  const config = readConfig(process.env);
  if (config.database.kind === 'embedded') return askServer(config.outboxOrigin, letter);
  const database = await openDatabase(config.database);
  try {
    const sent = await sendLetters({ db: database.db, clock: systemClock }, [letter]);
    if ('unknown' in sent) throw new ConfigError(`No member has the address ${sent.unknown}.`);
    return `${sent.ids[0]}`;
  } finally {
    await database.close();
  }
}

function readLetter(): Letter {
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
  const letter = v.safeParse(LetterSchema, {
    to: values.to,
    title: { ja: values['title-ja'], en: values['title-en'] },
    body: { ja: values['body-ja'], en: values['body-en'] },
    ...(values.link !== undefined && { external_link: values.link }),
  });
  if (!letter.success) throw new ConfigError(USAGE);
  return letter.output;
}

async function askServer(origin: string, letter: Letter): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(new URL('/notifications', origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([letter]),
    });
  } catch (cause) {
    throw new ConfigError(
      `Please start the portal first (npm start): nobody answers at ${origin}.`,
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
