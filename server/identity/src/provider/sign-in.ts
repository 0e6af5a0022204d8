import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client.ts';
import { answerPage, type Next } from '../http/page.ts';
import { problemPage } from '../pages/problem-page.ts';
import { completeSignIn, REOPEN_PAGE } from '../sign-in/complete.ts';
import { takeFreshSignUp } from '../sign-in/fresh-sign-up.ts';
import { PASSKEY_PAGE, passkeyStep } from '../sign-in/passkey-step.ts';
import { passwordStep } from '../sign-in/password-step.ts';
import {
  type Connection,
  type Page,
  type PageHandler,
  type SignInDependencies,
  whyInteractionIsGone,
} from '../sign-in/progress.ts';
import { reopenStep } from '../sign-in/reopen-step.ts';
import { secondStep } from '../sign-in/second-step.ts';
import { TERMS_PAGE, termsStep } from '../sign-in/terms-step.ts';
import { stepUpStep } from '../step-up/step-up-step.ts';

/** The sign-in pages, which form an interaction of oidc-provider: GET shows a page, POST checks its form. */
export function signIn(deps: SignInDependencies, connection: Connection | undefined) {
  const { config } = deps.context;
  const password = passwordStep(deps, connection);
  const pages: Readonly<Record<string, Page>> = {
    '': { ...password, GET: startPage(deps, password.GET, connection) },
    [PASSKEY_PAGE]: passkeyStep(deps),
    ...secondStep(deps),
    [REOPEN_PAGE]: reopenStep(deps),
    [TERMS_PAGE]: termsStep(deps),
    ...stepUpStep(deps),
    ...connection?.pages,
  };

  async function showInteractionGone(ctx: KoaContextWithOIDC): Promise<void> {
    const end = await whyInteractionIsGone(deps.provider(), ctx);
    await answerPage(ctx, config, end === 'done' ? 200 : 400, (frame) => problemPage(frame, end));
  }

  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (!ctx.path.startsWith(`${ROUTES.signIn}/`)) return void (await next());
    const { uid, page } = addressOf(ctx.path);
    const interaction = await findInteraction(deps.provider(), ctx, uid);
    const steps = Object.hasOwn(pages, page) ? pages[page] : undefined;
    if (!interaction) {
      await showInteractionGone(ctx);
    } else if (!steps) {
      await answerPage(ctx, config, 404, (frame) => problemPage(frame, 'notFound'));
    } else {
      const step = steps[(ctx.method === 'HEAD' ? 'GET' : ctx.method) as keyof Page];
      if (step) {
        return step(ctx, interaction).catch((error) => {
          // A second submission of the same form has just completed the interaction.
          if (error instanceof errors.SessionNotFound) return showInteractionGone(ctx);
          throw error;
        });
      }
      ctx.set('allow', steps.GET ? (steps.POST ? 'GET, HEAD, POST' : 'GET, HEAD') : 'POST');
      await answerPage(ctx, config, 405, (frame) => problemPage(frame, 'request'));
    }
  };
}

/** `/sign-in/<uid>/second-step/send` → its two parts. */
function addressOf(path: string): { uid: string; page: string } {
  const [uid = '', ...page] = path.slice(ROUTES.signIn.length + 1).split('/');
  return { uid, page: page.map((part) => `/${part}`).join('') };
}

/** The interaction that this browser started: its id is in the path and in a signed cookie. */
async function findInteraction(provider: Provider, ctx: KoaContextWithOIDC, uid: string) {
  try {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    return interaction.uid === uid ? interaction : undefined;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** The first page: signs a new member in at once, leads on to another service, or shows the form. */
function startPage(
  deps: SignInDependencies,
  askForPassword: PageHandler,
  connection: Connection | undefined,
): PageHandler {
  return async (ctx, interaction) => {
    const fresh = await takeFreshSignUp(deps, ctx, interaction);
    if (fresh) {
      return completeSignIn(deps, ctx, interaction, { memberId: fresh.memberId, amr: ['otp'] });
    }
    await (connection?.start(ctx, interaction) ?? askForPassword(ctx, interaction));
  };
}
