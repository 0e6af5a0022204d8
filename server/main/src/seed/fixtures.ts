import { verificationCodes } from '@portal/server-accounts/schema/codes';
import { type LinePerson, LinePersonSchema } from '@portal/server-identity/line/sandbox/page';
import { linkConnection } from '@portal/server-members/connections';
import type { SendMessage } from '@portal/server-members/messages';
import { members } from '@portal/server-members/schema/members';
import { type ReminderContext, sendReminders } from '@portal/server-passports/reminders/reminders';
import { passports } from '@portal/server-passports/schema/passports';
import { findRow, updateRows } from '@portal/server-platform/database/rows';
import { postJson } from '@portal/server-platform/http/post-json';
import { addDays, todayInJapan } from '@portal/shared-contract';
import { Hono } from 'hono';
import * as v from 'valibot';
import { createCompleteMember, DETAILS } from './index.ts';

const MemberFixtureSchema = v.object({
  email: v.pipe(v.string(), v.email()),
  /** Null for a member who signs in with LINE alone. */
  password: v.nullable(v.string()),
  /** Null for a member who has given no details yet; a member with a name has given all of them. */
  lastName: v.nullable(v.string()),
  firstName: v.nullable(v.string()),
  emailVerified: v.boolean(),
  /** Codes at sign-in. */
  mfaEnabled: v.optional(v.boolean(), false),
  mfaChannel: v.optional(v.picklist(['email', 'sms']), 'email'),
  /** E.164; the demo member's where it is missing. */
  phone: v.exactOptional(v.string()),
  closed: v.optional(v.boolean(), false),
  /** The LINE account that is linked: its subject at the sandbox. */
  line: v.optional(v.string()),
  /** The version of the terms that was accepted; the one in force where it is missing, null for none. */
  termsAcceptedVersion: v.optional(v.nullable(v.string())),
});

const RecipientSchema = v.object({
  /** The email address or E.164 number that codes were sent to. */
  to: v.string(),
});
const LastDaySchema = v.object({
  passport: v.pipe(v.string(), v.uuid()),
  /** Days from today in Japan. */
  inDays: v.pipe(v.number(), v.integer()),
});
const AcceptedTermsSchema = v.object({ email: v.string(), version: v.string() });

/**
 * Creates members and LINE accounts on demand, for browser tests. Served on the outbox's port, in the
 * embedded default alone and only with `TEST_FIXTURES=1`.
 *
 * - `POST /members`: one member, 201; 409 when the address is taken.
 * - `POST /accepted-terms`: the version of the terms that a member has accepted, 201.
 * - `POST /line-people`: one account at the LINE sandbox, 201.
 * - `POST /passed-resend-waits`: the waits of a recipient's codes have passed, 201.
 * - `POST /last-days`: the last day of all passports of a passport's order, which began a year before, 201.
 * - `POST /reminders`: the reminders of today, as at noon in Japan, 201.
 *
 * 422 for anything but JSON of the right shape.
 *
 * @param linePeople the people whom the LINE sandbox knows; new ones are added to it
 */
export function createFixtures(context: ReminderContext, linePeople: LinePerson[]): Hono {
  const app = new Hono();

  postJson(app, '/members', MemberFixtureSchema, async (c, member) => {
    const { password, line, closed, ...given } = member;
    const profile = {
      ...(given.lastName === null ? {} : DETAILS),
      ...given,
      ...(given.mfaChannel === 'sms' && { phoneConfirmedAt: context.clock.now() }),
      ...(closed && { closedAt: context.clock.now() }),
    };
    const outcome = await createCompleteMember(context, profile, password, async (tx, memberId) => {
      if (line) await linkConnection(tx, memberId, { connection: 'line', subject: line });
    });
    return outcome === 'created' ? c.json({}, 201) : c.json({ error: outcome }, 409);
  });

  postJson(app, '/accepted-terms', AcceptedTermsSchema, async (c, { email, version }) => {
    await updateRows(context, members, { email }, { termsAcceptedVersion: version });
    return c.json({}, 201);
  });

  postJson(app, '/line-people', LinePersonSchema, (c, person) => {
    linePeople.push(person);
    return c.json({}, 201);
  });

  postJson(app, '/passed-resend-waits', RecipientSchema, async (c, { to: target }) => {
    await updateRows(context, verificationCodes, { target }, { resendAt: context.clock.now() });
    return c.json({}, 201);
  });

  postJson(app, '/last-days', LastDaySchema, async (c, { passport: id, inDays }) => {
    const today = todayInJapan(context.clock.now());
    const { orderNumber } = (await findRow(context, passports, { id })) ?? {};
    const days = {
      extExpirationDate: addDays(today, inDays),
      usageStartDate: addDays(today, inDays - 364),
    };
    if (orderNumber) await updateRows(context, passports, { orderNumber }, days);
    return c.json({}, 201);
  });

  app.post('/reminders', async (c) => {
    const now = new Date(`${todayInJapan(context.clock.now())}T12:00:00+09:00`);
    // They leave the queue at once, whatever time it is.
    const sendMessage: SendMessage = (tx, ...message) =>
      context.sendMessage({ ...tx, clock: context.clock }, ...message);
    await sendReminders({ ...context, clock: { now: () => now }, sendMessage });
    return c.json({}, 201);
  });

  return app;
}
