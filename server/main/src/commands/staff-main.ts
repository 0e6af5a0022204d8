import { STAFF_SCOPES } from '@portal/server-members/schema/staff-credentials';
import { openDatabaseClock } from '@portal/server-platform/database/database-clock';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { runCommand, type Words, WrongWords } from '@portal/shared-process/command-line';
import * as v from 'valibot';
import { readConfig } from '../config.ts';
import { askServer } from './ask-server.ts';
import {
  obeyStaffCommand,
  StaffAnswerSchema,
  type StaffCommand,
  StaffCommandSchema,
} from './staff.ts';

const OPTIONS = {
  scopes: { type: 'string' },
  team: { type: 'string' },
  days: { type: 'string', default: '90' },
} as const;

/**
 * On PostgreSQL it writes to the database. The embedded database belongs to the running server, which takes
 * the command over HTTP (outbox/index.ts), as that of `npm run notify`.
 */
await runCommand(
  {
    usage: 'npm run staff -- add|list|end …',
    does: 'Who may check passports, act at the counter and release parts:',
    details: [
      'npm run staff -- add <name> --scopes <list> [--days <number>]   prints the token, this once',
      'npm run staff -- add <name> --scopes release --team <team>       one with which a team releases; operator: everything',
      'npm run staff -- list                                           names, scopes and ends',
      'npm run staff -- end <name>                                     ends it at once',
      `Scopes: ${STAFF_SCOPES.join(',')}. A credential holds for 90 days, or as many as --days says, 366 at most.`,
    ],
    options: OPTIONS,
    positionals: [1, 2],
  },
  async (words) => {
    const command = readCommand(words);
    const config = readConfig(process.env);
    const { ok, lines } =
      config.database.kind === 'embedded'
        ? v.parse(StaffAnswerSchema, await askServer(config.outboxOrigin, '/staff', command))
        : await writeToDatabase(config.database, command);
    for (const line of lines) (ok ? process.stdout : process.stderr).write(`${line}\n`);
    process.exitCode = ok ? 0 : 1;
  },
);

function readCommand({
  values,
  positionals: [command, name],
}: Words<typeof OPTIONS>): StaffCommand {
  const { success, output } = v.safeParse(StaffCommandSchema, {
    command,
    name,
    scopes: values.scopes?.split(','),
    team: values.team,
    days: Number(values.days),
  });
  if (success) return output;
  throw new WrongWords(`It cannot do this: ${process.argv.slice(2).join(' ')}`);
}

async function writeToDatabase(
  setting: Parameters<typeof openDatabase>[0],
  command: StaffCommand,
): Promise<v.InferOutput<typeof StaffAnswerSchema>> {
  const database = await openDatabase(setting);
  try {
    return await obeyStaffCommand(
      { db: database.db, clock: await openDatabaseClock(database.db) },
      command,
    );
  } finally {
    await database.close();
  }
}
