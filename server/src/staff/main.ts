import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { systemClock } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import { STAFF_SCOPES } from '../db/schema/staff.ts';
import {
  obeyStaffCommand,
  StaffAnswerSchema,
  type StaffCommand,
  StaffCommandSchema,
} from './staff-commands.ts';

/**
 * `npm run staff`: names who may check passports and act at the counter (product §14.472). On PostgreSQL it
 * writes to the database. The embedded database belongs to the running server, which takes the command over
 * HTTP (outbox/index.ts), as that of `npm run notify`.
 */
const USAGE = `Who may check passports and act at the counter:
  npm run staff -- add <name> --scopes <list> [--days <number>]   prints the token, this once
  npm run staff -- list                                           names, scopes and ends
  npm run staff -- end <name>                                     ends it at once
Scopes: ${STAFF_SCOPES.join(',')}. A credential holds for 90 days, or as many as --days says, 366 at most.`;

const DEFAULT_DAYS = '90';

async function main(): Promise<boolean> {
  const command = readCommand();
  const config = readConfig(process.env);
  const { ok, lines } =
    config.database.kind === 'embedded'
      ? await askServer(config.outboxOrigin, command)
      : await writeToDatabase(config.database, command);
  for (const line of lines) (ok ? process.stdout : process.stderr).write(`${line}\n`);
  return ok;
}

function readCommand(): StaffCommand {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        scopes: { type: 'string' },
        days: { type: 'string', default: DEFAULT_DAYS },
      },
    });
    const [command, name] = positionals;
    return v.parse(StaffCommandSchema, {
      command,
      name,
      scopes: values.scopes?.split(','),
      days: Number(values.days),
    });
  } catch (cause) {
    throw new ConfigError(USAGE, { cause });
  }
}

async function writeToDatabase(
  setting: Parameters<typeof openDatabase>[0],
  command: StaffCommand,
): Promise<v.InferOutput<typeof StaffAnswerSchema>> {
  const database = await openDatabase(setting);
  try {
    return await obeyStaffCommand({ db: database.db, clock: systemClock }, command);
  } finally {
    await database.close();
  }
}

async function askServer(
  origin: string,
  command: StaffCommand,
): Promise<v.InferOutput<typeof StaffAnswerSchema>> {
  const answer = await fetch(new URL('/staff', origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  }).catch((cause: unknown) => {
    throw new ConfigError(
      `Please start the portal first (npm start): no server answers at ${origin}.`,
      { cause },
    );
  });
  return v.parse(StaffAnswerSchema, await answer.json());
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
