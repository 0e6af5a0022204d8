import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  BroadcastAnswerSchema,
  BroadcastCommandSchema,
  obeyBroadcastCommand,
} from '@portal/server-notifications/broadcasts/command';
import {
  OperatorNotificationSchema,
  sendOperatorNotifications,
} from '@portal/server-notifications/operator-notification';
import {
  ConfigError,
  runCommand,
  type Words,
  WrongWords,
} from '@portal/shared-process/command-line';
import * as v from 'valibot';
import { carryOut } from './ask-server.ts';

const TEXT = { type: 'string' } as const;
const YES = { type: 'boolean' } as const;
const OPTIONS = {
  to: TEXT,
  'title-ja': TEXT,
  'title-en': TEXT,
  'body-ja': TEXT,
  'body-en': TEXT,
  link: TEXT,
  file: TEXT,
  at: TEXT,
  language: TEXT,
  country: TEXT,
  passport: YES,
  'opted-in': YES,
  mail: YES,
  push: YES,
} as const;
type Given = Words<typeof OPTIONS>['values'];

await runCommand(
  {
    usage: 'npm run notify -- [all|list|count|withdraw] …',
    does: 'Sends a notification to a member, or to all and to parts of them:',
    details: [
      '--to <email> --title-ja <text> --title-en <text> --body-ja <HTML> --body-en <HTML> [--link <https address>]',
      '--to <email> --file <text.json>    to one member: to yourself, as a preview',
      'all --file <text.json> [options]    to every member, or to those whom the options name:',
      '    --language ja|en, --country <JP>, --passport (valid on that day), --opted-in (to news by email)',
      '    --at "2026-12-01 09:00"         then, by the clocks in Japan',
      '    --mail, --push                  email to those who have opted in to it, and push messages, too',
      'list                                the latest ones',
      'count <id>                          how many members it is for, and how many have read it',
      'withdraw <id>                       takes it out of every list, and ends its email and push messages',
      'The file: {"title": {"ja": …, "en": …}, "body": {"ja": <HTML>, "en": <HTML>}, "external_link": <https address>}',
    ],
    options: OPTIONS,
    positionals: [0, 2],
  },
  async ({ values, positionals: [command, id] }) => {
    if (command === undefined) await notifyOne(values);
    else await broadcast(values, command, id);
  },
);

async function notifyOne(values: Given): Promise<void> {
  const notification = parse(OperatorNotificationSchema, {
    to: values.to,
    ...(values.file === undefined
      ? {
          title: { ja: values['title-ja'], en: values['title-en'] },
          body: { ja: values['body-ja'], en: values['body-en'] },
          ...(values.link !== undefined && { external_link: values.link }),
        }
      : await readText(values.file)),
  });
  const { ids, unknown } = v.parse(
    v.object({ ids: v.optional(v.array(v.string())), unknown: v.optional(v.string()) }),
    await carryOut('/notifications', [notification], (context) =>
      sendOperatorNotifications(context, [notification]),
    ),
  );
  if (!ids?.[0]) {
    throw new ConfigError(
      unknown ? `No member has the address ${unknown}.` : 'The server refuses this notification.',
    );
  }
  process.stdout.write(`Sent as ${ids[0]}.\n`);
}

async function broadcast(values: Given, command: string, id: string | undefined): Promise<void> {
  const isNew = command === 'all';
  const said = {
    command: isNew ? 'send' : command,
    id: isNew ? randomUUID() : id,
    ...(isNew && {
      text: values.file === undefined ? undefined : await readText(values.file),
      at: values.at,
      locale: values.language,
      country: values.country,
      with_passport: values.passport,
      opted_in: values['opted-in'],
      mail: values.mail,
      push: values.push,
    }),
  };
  const parsed = parse(BroadcastCommandSchema, said);
  const answer = v.parse(
    BroadcastAnswerSchema,
    await carryOut('/broadcasts', said, (context) =>
      obeyBroadcastCommand(context, parsed, 'npm run notify'),
    ),
  );
  if ('error' in answer) {
    throw new ConfigError(
      answer.error === 'time_is_over'
        ? `${values.at} is over in Japan.`
        : `No broadcast has the id ${id}.`,
    );
  }
  for (const one of answer.broadcasts) {
    const { mails, pushes, waves, recipients, read } = one;
    const sent = `${mails} mails and ${pushes} push messages queued${waves ? ' so far' : ''}`;
    const counted = recipients === undefined ? '' : `, for ${recipients} members, read by ${read}`;
    process.stdout.write(
      `${one.id}  ${one.at}  ${one.state}  to ${one.segment}  by ${one.by}: ${one.title}\n  ${sent}${counted}\n`,
    );
  }
}

async function readText(file: string): Promise<object> {
  try {
    return Object(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw error instanceof SyntaxError ? new ConfigError(`${file} is not JSON.`) : error;
  }
}

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  said: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, said);
  if (parsed.success) return parsed.output;
  const where = v.getDotPath(parsed.issues[0]);
  throw new WrongWords(
    `An option is missing, or is not what it has to be${where ? ` (${where})` : ''}.`,
  );
}
