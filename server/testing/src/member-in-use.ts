import { recoveryCodes, totpSecrets } from '@portal/server-accounts/schema/second-step-methods';
import { makeRecoveryCodes } from '@portal/server-accounts/second-step/recovery-codes';
import { beginTotp, confirmTotp } from '@portal/server-accounts/second-step/totp';
import { turnstile } from '@portal/server-main/commands/turnstile';
import type { Config } from '@portal/server-main/config';
import { staffActs } from '@portal/server-passports/schema/staff';
import { systemClock } from '@portal/server-platform/clock';
import { inTransaction } from '@portal/server-platform/database/database';
import { rateLimits } from '@portal/server-platform/database/schema/platform';
import type { SecondStep } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { MEMBER, refreshTokenOf } from './idp/portal.ts';
import { askForStepUp, isBack, signInWithKey } from './idp/step-up.ts';
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
  const [recoveryCode = ''] = await inTransaction(db, (tx) =>
    makeRecoveryCodes({ ...context, db: tx }, id),
  );
  const passport = await (await createPassportClient(server, {}, id)).buyPaid();
  const staff = await newStaff(server);
  const session = await server.signInAs(id);

  const { browser, portal, tokens } = await signInWithKey({ issuer }, systemClock.now());
  let refreshToken = tokens.refresh_token ?? '';
  let turnstileCode = '';

  /** A code is good once; the app has a new one after half a minute, and recovery codes have ten tries in an hour. */
  async function allowCodeAgain() {
    await db.update(totpSecrets).set({ lastStep: 0 });
    await db.update(recoveryCodes).set({ usedAt: null });
    await db.delete(rateLimits);
  }

  /** Confirms an act at the provider; answers the status of its page, if it stays there. */
  async function confirmBy(method: SecondStep, code: string) {
    const { page } = await askForStepUp({ browser, portal }, 'edit_profile');
    const form = await browser.go(`${page.url.pathname}?method=${method}`);
    const answer = await browser.submit(form, { code });
    return isBack(answer) ? 'confirmed' : answer.response.status;
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
    /** The statuses of the member's calls, and what `npm run turnstile` says about their passport. */
    async tryEverything(env: Environment) {
      const renewed = await portal.renew(refreshToken);
      refreshToken = refreshTokenOf(renewed);
      const { back } = await portal.silentCheck();
      const said: string[] = [];
      const print = (text: string) => said.push(text);
      await turnstile([turnstileCode], {
        env: { ...env, TURNSTILE_TOKEN: staff.token },
        clock: systemClock,
        print,
        printError: print,
      });
      const answers = {
        accessToken: (await call('GET', '/userinfo')).status,
        renew: renewed.status,
        silentCheck: back.url.searchParams.get('error') ?? 'signed in',
        app: await confirmBy('totp', app.generate()),
        recoveryCode: await confirmBy('recovery_code', recoveryCode),
        turnstile: said[0],
      };
      await allowCodeAgain();
      return answers;
    },
    /** Shows the passport, with its code at the turnstile by `tryEverything`. The uses of before are forgotten. */
    async showPassport() {
      const answer = (await (await call('GET', `/passports/${passport.id}/code`)).json()) as {
        data: { codes: { text: string }[] };
      };
      turnstileCode = answer.data.codes[0]?.text ?? '';
      await db.delete(staffActs).where(eq(staffActs.act, 'entered'));
    },
    call,
    /** What `tryEverything` answers when nothing is lost. */
    allGood: {
      accessToken: 200,
      renew: 200,
      silentCheck: 'signed in',
      app: 'confirmed',
      recoveryCode: 'confirmed',
      turnstile: 'VALID',
    },
    close: () => server.close(),
    server,
    memberId: id,
  };
}
