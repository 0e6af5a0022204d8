import { STAFF_SCOPES } from '@portal/server-members/schema/staff-credentials';
import type { DomainContext } from '@portal/server-platform/database/database';
import { runCommand, type Words, WrongWords } from '@portal/shared-process/command-line';
import * as v from 'valibot';
import { carryOut } from './ask-server.ts';
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
    const here = (context: DomainContext) => obeyStaffCommand(context, command);
    const { ok, lines } = v.parse(StaffAnswerSchema, await carryOut('/staff', command, here));
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
