import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { inTransaction } from '../db/database.ts';
import { totpSecrets } from '../db/schema/second-factors.ts';
import { staffActs } from '../db/schema/staff.ts';
import { makeRecoveryCodes } from '../domain/second-factors/recovery-codes.ts';
import { beginTotp, confirmTotp } from '../domain/second-factors/totp.ts';
import { gate } from '../gate/gate.ts';
import { createPortal, MEMBER, refreshTokenOf } from '../idp/testing/portal.ts';
import { listMessages } from '../mail/queue.ts';
import { startTestServer } from './index.ts';
import { COMPLETE_MEMBER } from './members.ts';
import { createPassportClient, newStaff } from './passports.ts';

type Environment = Readonly<Record<string, string>>;

/**
 * A member of a server process who is signed in and has a passport, an authenticator app and recovery
 * codes, all from before the server is started anew.
 * @param secrets those with which the server runs at first
 */
export async function memberInUse(
  { databaseUrl, issuer, api }: Record<'databaseUrl' | 'issuer' | 'api', string>,
  secrets: Config['secrets'],
) {
  const server = await startTestServer({ databaseUrl, config: { secrets } });
  const { context, db } = server;
  const { id } = await server.createMember({ ...COMPLETE_MEMBER, ...MEMBER });
  const { secret } = await beginTotp(context, { id, email: MEMBER.email, locale: 'ja' });
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await inTransaction(db, (tx) => confirmTotp({ ...context, db: tx }, id, app.generate()));
  await allowCodeAgain();
  const recoveryCodes = await inTransaction(db, (tx) =>
    makeRecoveryCodes({ ...context, db: tx }, id),
  );
  const passport = await (await createPassportClient(server, {}, id)).buyPaid();
  const staff = await newStaff(server);
  const session = await server.signInAs(id);

  const portal = await createPortal({ issuer });
  const { tokens } = await portal.signIn();
  let refreshToken = tokens.refresh_token ?? '';
  let gateCode = '';

  /** A code is good once, and the app has a new one only after half a minute. */
  async function allowCodeAgain() {
    await db.update(totpSecrets).set({ lastStep: 0 });
  }

  const call = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(api + path, {
      method,
      headers: {
        authorization: `Bearer ${session.accessToken}`,
        dpop: session.browserKey.prove({
          method,
          url: api + path,
          accessToken: session.accessToken,
          now: new Date(),
        }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  return {
    /** The statuses of the member's calls, and what `npm run gate` says about their passport. */
    async tryEverything(env: Environment) {
      const refreshed = await portal.refresh(refreshToken);
      refreshToken = refreshTokenOf(refreshed);
      const { back } = await portal.silentCheck();
      const said: string[] = [];
      const print = (text: string) => said.push(text);
      await gate([gateCode], {
        env: { ...env, GATE_TOKEN: staff.token },
        clock: systemClock,
        print,
        printError: print,
      });
      const answers = {
        accessToken: (await call('GET', '/userinfo')).status,
        refresh: refreshed.status,
        silentCheck: back.url.searchParams.get('error') ?? 'signed in',
        app: (await call('POST', '/me/step-up/totp', { act: 'edit_profile', code: app.generate() }))
          .status,
        recoveryCode: (
          await call('POST', '/me/step-up/recovery-code', {
            act: 'edit_profile',
            code: recoveryCodes.shift() ?? '',
          })
        ).status,
        gate: said[0],
      };
      await allowCodeAgain();
      return answers;
    },
    /**
     * Shows the passport, whose code is then at the gate with `tryEverything`. The uses of before are
     * forgotten, since the same period may still go on.
     */
    async showPassport() {
      const answer = (await (await call('GET', `/passports/${passport.id}/code`)).json()) as {
        data: { codes: { text: string }[] };
      };
      gateCode = answer.data.codes[0]?.text ?? '';
      await db.delete(staffActs).where(eq(staffActs.act, 'entered'));
    },
    call,
    /** The six digits of the newest message. */
    async codeOnItsWay(): Promise<string> {
      const [message] = await listMessages(context, { limit: 1 });
      return /(?<!\d)\d{6}(?!\d)/.exec(message?.text ?? '')?.[0] ?? '';
    },
    /** What `tryEverything` answers when nothing is lost. */
    allGood: {
      accessToken: 200,
      refresh: 200,
      silentCheck: 'signed in',
      app: 200,
      recoveryCode: 200,
      gate: 'VALID',
    },
    close: () => server.close(),
    server,
    memberId: id,
  };
}
