import { readForm, sentByOurPage } from '@portal/server-platform/http/forms';
import type { MessageDescriptor } from '@portal/server-platform/texts/i18n';
import { CONNECTIONS, type Locale } from '@portal/shared-contract';
import type Provider from 'oidc-provider';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { ROUTES } from '../client.ts';
import { goTo, localeOf, type Next } from '../http/page.ts';
import type { SealedCookies } from '../http/sealed-cookie.ts';
import type { IdentityContext } from '../settings.ts';
import { AMR } from '../tokens/account-facts.ts';
import {
  findProgress,
  replaceProgress,
  storeProgress,
  takeProgress,
} from '../tokens/progress-store.ts';

export type SignInDependencies = {
  readonly context: IdentityContext;
  readonly provider: () => Provider;
  readonly cookies: SealedCookies;
};

/** Long enough to find a phone and wait for a code. */
const STEP_SECONDS = 20 * 60;

const ProgressSchema = v.variant('step', [
  /** Another service has authenticated somebody; no member is known yet. */
  v.object({ step: v.picklist(CONNECTIONS), subject: v.string(), email: v.optional(v.string()) }),
  /** The first step is done, and the member has a second step. */
  v.object({
    step: v.literal('second'),
    memberId: v.string(),
    amr: v.picklist(['pwd', 'fed']),
    /** The last code that was sent, and when another may be (milliseconds since 1970). */
    sent: v.optional(
      v.object({
        channel: v.picklist(['email', 'sms']),
        resendAt: v.number(),
        /** The secret with which this browser uses the code. */
        request: v.optional(v.string()),
        /** A limit kept it back, so there is none to enter. */
        limited: v.optional(v.boolean()),
        /** What the browser does before it is sent. */
        work: v.optional(
          v.object({ challenge: v.string(), bits: v.number(), iterations: v.number() }),
        ),
      }),
    ),
  }),
  /** Every step is done; the account is closed, and the member is asked whether to bring it back. */
  v.object({ step: v.literal('reopen'), memberId: v.string(), amr: v.array(v.picklist(AMR)) }),
]);
/** How far a sign-in has come. The database keeps it, and a cookie of the interaction its secret. */
export type Step = v.InferOutput<typeof ProgressSchema>;

const place = (uid: string) => ({ name: `idp_step_${uid}`, path: `${ROUTES.signIn}/${uid}` });
/** All that a browser holds of its progress. */
const CookieSchema = v.object({ secret: v.string() });

/** Keeps a step that was just completed, under a new secret, in place of the one before. */
export async function saveProgress(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  uid: string,
  step: Step,
): Promise<void> {
  const former = secretOf(deps, ctx, uid);
  if (former !== undefined) await takeProgress(deps.context, former);
  const memberId = 'memberId' in step ? step.memberId : undefined;
  const secret = await storeProgress(deps.context, { step, memberId, seconds: STEP_SECONDS });
  deps.cookies.set(ctx, place(uid), { secret }, STEP_SECONDS);
}

export async function changeProgress(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { uid }: Interaction,
  step: Step,
): Promise<void> {
  const secret = secretOf(deps, ctx, uid);
  if (secret !== undefined) await replaceProgress(deps.context, secret, step);
}

export async function readProgress(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { uid }: Interaction,
): Promise<Step | undefined> {
  const secret = secretOf(deps, ctx, uid);
  return secret === undefined ? undefined : stepIn(await findProgress(deps.context, secret));
}

/** Ends the progress of this sign-in; of several calls at once, one gets the step. */
export async function endProgress(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { uid }: Interaction,
): Promise<Step | undefined> {
  const secret = secretOf(deps, ctx, uid);
  if (secret === undefined) return undefined;
  deps.cookies.forget(ctx, place(uid));
  return stepIn(await takeProgress(deps.context, secret));
}

const secretOf = ({ cookies }: SignInDependencies, ctx: KoaContextWithOIDC, uid: string) =>
  cookies.read(ctx, place(uid).name, CookieSchema)?.secret;

function stepIn(found: unknown): Step | undefined {
  const parsed = v.safeParse(ProgressSchema, found);
  return parsed.success ? parsed.output : undefined;
}

/** A page of this sign-in in the reader's language: `/sign-in/<uid>/second-step?ui_locale=ja`. */
export function stepUrl(
  uid: string,
  page: string,
  locale: Locale,
  query: Readonly<Record<string, string>> = {},
): string {
  return `${ROUTES.signIn}/${uid}${page}?${new URLSearchParams({ ...query, ui_locale: locale })}`;
}

/** Redirects to a page of this sign-in; '' is the first one. */
export function goToPage(
  ctx: KoaContextWithOIDC,
  { uid, params }: Interaction,
  page: string,
  query?: Readonly<Record<string, string>>,
): void {
  goTo(ctx, stepUrl(uid, page, localeOf(ctx, params), query));
}

/** The form that one of our pages has sent; undefined for any other, and for one that is not readable. */
export async function ownForm(
  { context: { config } }: SignInDependencies,
  ctx: KoaContextWithOIDC,
): Promise<URLSearchParams | undefined> {
  const form = await readForm(ctx.req);
  return sentByOurPage(ctx.headers, config.idpOrigin) ? form : undefined;
}

/** Goes on with the authorization after a prompt of a signed-in member. */
export async function completePrompt(
  { provider }: SignInDependencies,
  ctx: KoaContextWithOIDC,
  prompt: string,
): Promise<void> {
  const merged = { mergeWithLastSubmission: true };
  const done = { [prompt]: {} };
  goTo(ctx, await provider().interactionResult(ctx.req, ctx.res, done, merged));
}

type Middleware = (ctx: KoaContextWithOIDC, next: Next) => Promise<unknown> | unknown;
export type PageHandler = (ctx: KoaContextWithOIDC, interaction: Interaction) => Promise<void>;
/** The handlers of a page of the sign-in, by method. */
export type Page = { readonly GET?: PageHandler; readonly POST?: PageHandler };

/** Another service with which members sign in, as the sign-in knows it. */
export type Connection = {
  /** The addresses that are no part of a sign-in. */
  readonly middleware: Middleware;
  /** Its pages of a sign-in. */
  readonly pages: Readonly<Record<string, Page>>;
  /** The link to it on the sign-in page. */
  readonly button: {
    /** Among `pages`. */
    readonly page: string;
    readonly className: string;
    readonly label: MessageDescriptor;
  };
  /** The query of the first page where the portal asks for this service; else undefined. */
  readonly firstQuery: (params: Interaction['params']) => string | undefined;
  /** The first page of a sign-in, where it is not the sign-in form. */
  readonly start: (ctx: KoaContextWithOIDC, interaction: Interaction) => Promise<void> | undefined;
  readonly noticeOf: (ctx: KoaContextWithOIDC) => MessageDescriptor | undefined;
};

/** Why an interaction is gone: expired, or completed (submitted twice, or the member went Back). */
export async function whyInteractionIsGone(
  provider: Provider,
  ctx: KoaContextWithOIDC,
): Promise<'done' | 'expired'> {
  const { accountId } = await provider.Session.get(ctx);
  return accountId === undefined ? 'expired' : 'done';
}
