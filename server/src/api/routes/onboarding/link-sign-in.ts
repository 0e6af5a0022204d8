import { linkSignIn, sendLinkCode } from '@portal/shared-contract';
import * as links from '../../../domain/onboarding/link-sign-in.ts';
import { answerNothing } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForToken } from '../../mount.ts';
import { refuse } from '../../refusal.ts';
import { toSentCode } from '../account/verification-codes.ts';

/** Mounts the calls of somebody who has signed in at another identity provider and is no member yet. */
export function mountLinkSignIn(app: ApiApp, context: ApiContext): void {
  mountForToken(
    app,
    context,
    sendLinkCode,
    async (_request, { token, locale, network, device }) => {
      const linkable = await context.otherAccounts?.findLinkable(token);
      if (!linkable) return refuse('auth.unauthorized');
      return toSentCode(await links.sendLinkCode(context, linkable, { locale, network, device }));
    },
  );
  mountForToken(app, context, linkSignIn, async ({ body }, { token, device }) => {
    const linkable = await context.otherAccounts?.findLinkable(token);
    if (!linkable) return refuse('auth.unauthorized');
    return answerNothing(await links.linkSignIn(context, linkable, { code: body.code, device }));
  });
}
