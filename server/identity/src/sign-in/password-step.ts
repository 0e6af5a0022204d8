import { deviceForAddress, hasPasskeyAmong } from '@portal/server-accounts/browsers/known-devices';
import { sendLockEmail } from '@portal/server-accounts/mail-links/mail-links';
import { checkPassword } from '@portal/server-accounts/password/credentials';
import { isHashingBusy } from '@portal/server-accounts/password/password-hash';
import { askForPasskey } from '@portal/server-accounts/second-step/passkeys';
import { recordEvent } from '@portal/server-members/events';
import { normalizeEmail } from '@portal/server-members/members';
import {
  countHits,
  type Hit,
  keyedSubject,
  type RateLimit,
} from '@portal/server-platform/limits/rate-limits';
import type { Locale } from '@portal/shared-contract';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { answerPage, localeOf } from '../http/page.ts';
import { limitSubject, requestDetails, requestDevice } from '../http/request-details.ts';
import {
  type FieldProblems,
  PASSKEY_REFUSED_NOTICE,
  type SignInProblem,
  signInPage,
} from '../pages/sign-in-page.ts';
import { continueAfterFirstStep } from './after-first-step.ts';
import { knownDevices } from './known-devices.ts';
import { PASSKEY_PAGE, PASSKEY_REFUSED } from './passkey-step.ts';
import { type Connection, ownForm, type SignInDependencies, stepUrl } from './progress.ts';

/**
 * The limit where the account was never signed in: many may share an address, as at a school. A known device counts
 * for itself alone, so that nobody else can use up its limit (docs/decisions/0007-attempts.md).
 */
const PER_ADDRESS: RateLimit = { name: 'sign-in:address', limit: 300, windowMs: 10 * 60_000 };
/** Wrong passwords for all accounts together, against one password tried at many accounts. */
const WRONG_PER_ADDRESS: RateLimit = { name: 'sign-in:wrong', limit: 500, windowMs: 60 * 60_000 };
/** Counts right passwords too, unlike the lock after five wrong ones. */
const PER_ACCOUNT: RateLimit = { name: 'sign-in:account', limit: 100, windowMs: 60 * 60_000 };
const PER_DEVICE: RateLimit = { name: 'sign-in:device', limit: 100, windowMs: 60 * 60_000 };

const STATUS: Record<SignInProblem, number> = {
  refused: 422,
  shut: 422,
  foreign: 403,
  busy: 429,
  tooMany: 429,
};
const BUSY_RETRY_SECONDS = 2;

type View = {
  readonly email: string;
  readonly problem?: SignInProblem;
  readonly fields?: FieldProblems;
};

/** The sign-in page: email address and password, and links to the other methods. */
export function passwordStep(deps: SignInDependencies, connection: Connection | undefined) {
  const { context } = deps;
  const { config, log } = context;

  return {
    GET: (ctx: KoaContextWithOIDC, interaction: Interaction) =>
      show(ctx, interaction, 200, { email: hintOf(interaction) }),
    POST: submit,
  };

  async function submit(ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> {
    const form = await ownForm(deps, ctx);
    const email = form?.get('email')?.trim() ?? '';
    const password = form?.get('password') ?? '';
    const again = (problem: SignInProblem) =>
      show(ctx, interaction, STATUS[problem], { email, problem });
    const busy = () => {
      ctx.set('retry-after', String(BUSY_RETRY_SECONDS));
      return again('busy');
    };
    if (!form) return again('foreign');

    const fields = missing(email, password);
    if (fields) return show(ctx, interaction, 422, { email, fields });

    // When too many sign in at once, refuses the next ones without a query and without counting.
    if (isHashingBusy()) return busy();
    const device = await deviceForAddress(context, email, knownDevices(deps, ctx));
    const stopped = (await verdicts(ctx, email, device)).find(({ allowed }) => !allowed);
    if (stopped) {
      ctx.set('retry-after', String(stopped.retryAfter));
      return again('tooMany');
    }

    const network = limitSubject(ctx.req);
    const refunded: Hit[] = device === undefined ? [[WRONG_PER_ADDRESS, network]] : [];
    const attempt = { email, password, device, network, refunded };
    const check = await checkPassword(context, attempt);
    const { requestId } = requestDetails(ctx.req);
    context.work.signInTried(requestId, 'password', check.kind);
    if (check.kind === 'busy') return busy();
    if (check.kind === 'refused') {
      if (check.locked) {
        const { memberId } = check.locked;
        // Not awaited, so that the response time does not show whether there is an account.
        const records = [
          recordEvent(context, memberId, 'sign_in_locked', requestDevice(ctx.req)),
          sendLockEmail(context, memberId),
        ];
        Promise.all(records).catch((err) =>
          log.error({ request_id: requestId, err }, 'the lock could not be recorded'),
        );
      }
      return again(check.shut ? 'shut' : 'refused');
    }
    await continueAfterFirstStep(deps, ctx, interaction, { memberId: check.memberId, amr: 'pwd' });
  }

  /** Counts the attempt before it is checked, for a known device or for strangers. */
  async function verdicts({ req }: KoaContextWithOIDC, email: string, device: string | undefined) {
    const network = limitSubject(req);
    if (device !== undefined) return countHits(context, [[PER_DEVICE, `${device} ${network}`]]);
    return countHits(context, [
      [PER_ADDRESS, network],
      [WRONG_PER_ADDRESS, network],
      [PER_ACCOUNT, keyedSubject(context, normalizeEmail(email) ?? '')],
    ]);
  }

  async function show(
    ctx: KoaContextWithOIDC,
    interaction: Interaction,
    status: number,
    view: View,
  ): Promise<void> {
    const pageIn = (language: Locale, page = '') => stepUrl(interaction.uid, page, language);
    const locale = localeOf(ctx, interaction.params);
    const other = locale === 'ja' ? 'en' : 'ja';
    const refused = ctx.query.passkey === PASSKEY_REFUSED ? PASSKEY_REFUSED_NOTICE : undefined;
    const notice = ctx.method === 'POST' ? undefined : (connection?.noticeOf(ctx) ?? refused);
    const { button } = connection ?? {};
    const options = await askForPasskey(context, { purpose: 'sign-in' });
    // Whoever has just tried another way goes on with it.
    const passkeyFirst =
      ctx.method !== 'POST' && !notice && (await hasPasskeyAmong(context, knownDevices(deps, ctx)));
    await answerPage(
      ctx,
      config,
      status,
      (frame) =>
        signInPage(frame, {
          action: pageIn(locale),
          otherLanguageUrl: pageIn(other),
          ...(button && { connection: { ...button, url: pageIn(locale, button.page) } }),
          passkey: { action: pageIn(locale, PASSKEY_PAGE), options },
          passkeyFirst,
          ...(notice && { notice }),
          ...view,
        }),
      interaction.params,
      context.filesOfHome,
    );
  }
}

function missing(email: string, password: string): FieldProblems | undefined {
  const fields: FieldProblems = {
    ...(!email && { email: 'emailMissing' }),
    ...(email && !normalizeEmail(email) && { email: 'emailMalformed' }),
    ...(!password && { password: 'passwordMissing' }),
  };
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** OpenID Connect Core §3.1.2.1 `login_hint`: the address that a page of the portal already knows. */
function hintOf({ params }: Interaction): string {
  return typeof params.login_hint === 'string' ? params.login_hint : '';
}
