import { type MessageDescriptor, msg } from '@portal/server-platform/texts/i18n';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { answerPage, localeOf } from '../http/page.ts';
import { type Connection, type SignInDependencies, stepUrl } from '../sign-in/progress.ts';
import { connect, LINE_CALLBACK } from './connect.ts';
import { createLineClient, lineTransactions } from './line-client.ts';
import {
  asksForLine,
  CONTINUE,
  continueFromLine,
  endedSignUpPage,
  goToLine,
  LINE_PAGE,
  LINE_RETURN_PAGE,
  type LineNotice,
  lineNoticeOf,
  signUpStateOf,
  TO_LINE,
  takeLineAnswer,
} from './line-step.ts';

const NOTICES: Record<LineNotice, MessageDescriptor> = {
  cancelled: msg`Signing in with LINE was cancelled. You can try again, or use your password.`,
  failed: msg`We could not sign you in with LINE. Try again in a moment, or use your password.`,
};

/** Signing in with LINE; undefined where no channel is configured. */
export function lineConnection(deps: SignInDependencies): Connection | undefined {
  const { context, cookies, provider } = deps;
  const { config } = context;
  const channel = config.connections.line;
  if (!channel) return undefined;
  const line = createLineClient(channel, `${config.idpOrigin}${LINE_CALLBACK}`);
  const transactions = lineTransactions(cookies);
  const goTo = (ctx: KoaContextWithOIDC, interaction: Interaction) =>
    goToLine(deps, { line, transactions }, ctx, interaction);

  return {
    middleware: connect(context, {
      provider,
      line,
      transactions,
      continueSignIn: (ctx, pending, answer) => takeLineAnswer(deps, ctx, pending, answer),
    }),
    pages: {
      [LINE_PAGE]: { GET: goTo },
      [LINE_RETURN_PAGE]: { GET: (ctx, interaction) => continueFromLine(deps, ctx, interaction) },
    },
    button: { page: LINE_PAGE, className: 'line', label: CONTINUE },
    firstQuery: (params) => (asksForLine(params) ? TO_LINE : undefined),
    start(ctx, interaction) {
      if (ctx.search === TO_LINE) return goTo(ctx, interaction);
      const { uid, params } = interaction;
      const ended = signUpStateOf(params) !== undefined && lineNoticeOf(ctx);
      if (!ended) return undefined;
      const pageAt = (page: string) => stepUrl(uid, page, localeOf(ctx, params));
      const view = { ended, signInUrl: pageAt(''), lineUrl: pageAt(LINE_PAGE) };
      return answerPage(ctx, config, 200, (frame) => endedSignUpPage(frame, view), params);
    },
    noticeOf(ctx) {
      const notice = lineNoticeOf(ctx);
      return notice && NOTICES[notice];
    },
  };
}
