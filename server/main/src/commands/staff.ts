import { STAFF_SCOPES } from '@portal/server-members/schema/staff-credentials';
import {
  addStaffCredential,
  endStaffCredential,
  listStaffCredentials,
  type StaffCredential,
} from '@portal/server-members/staff-credentials';
import type { DomainContext } from '@portal/server-platform/database/database';
import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';

const DAYS_MAX = 366;
const NAME_MAX = 60;

/** Of a person or of a turnstile; it is printed at other turnstiles, so nothing in it may control a terminal. */
const NameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(NAME_MAX),
  v.regex(/^\P{C}*$/u),
);

export const StaffCommandSchema = v.variant('command', [
  v.pipe(
    v.object({
      command: v.literal('add'),
      name: NameSchema,
      scopes: v.pipe(v.array(v.picklist(STAFF_SCOPES)), v.minLength(1)),
      /** Whose parts the scope `release` is for. */
      team: v.optional(PartNameSchema),
      days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DAYS_MAX)),
    }),
    v.check(({ scopes, team }) => scopes.includes('release') === (team !== undefined)),
  ),
  v.object({ command: v.literal('list') }),
  v.object({ command: v.literal('end'), name: NameSchema }),
]);
export type StaffCommand = v.InferOutput<typeof StaffCommandSchema>;

export const StaffAnswerSchema = v.object({ ok: v.boolean(), lines: v.array(v.string()) });
type StaffAnswer = v.InferOutput<typeof StaffAnswerSchema>;

/** @returns what to print; the token of a new credential is shown this once */
export async function obeyStaffCommand(
  context: DomainContext,
  command: StaffCommand,
): Promise<StaffAnswer> {
  if (command.command === 'list') {
    const now = context.clock.now();
    const all = await listStaffCredentials(context);
    return { ok: true, lines: all.map((credential) => describe(credential, now)) };
  }
  if (command.command === 'end') {
    const ended = (await endStaffCredential(context, command.name)) === 'ended';
    return ended
      ? { ok: true, lines: [`Ended: ${command.name}`] }
      : { ok: false, lines: [`No credential that holds has the name ${command.name}.`] };
  }
  const added = await addStaffCredential(context, command);
  return added === 'name_taken'
    ? { ok: false, lines: [`${command.name} has a credential already: end it first.`] }
    : { ok: true, lines: [added.token] };
}

function describe({ name, scopes, team, expiresAt, endedAt }: StaffCredential, now: Date): string {
  const until = endedAt
    ? `ended ${endedAt.toISOString()}`
    : `${expiresAt > now ? 'until' : 'expired'} ${expiresAt.toISOString()}`;
  const ofTeam = team === null ? '' : ` of the team ${team}`;
  return `${name}: ${scopes.join(',')}${ofTeam}, ${until}`;
}
