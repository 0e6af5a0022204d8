import { linkSignIn, sendLinkCode } from '@portal/shared-contract';
import * as links from '../../../domain/onboarding/link-sign-in.ts';
import { answerNothing } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForLinkable } from '../../mount.ts';
import { toSentCode } from '../account/verification-codes.ts';

/** Mounts the calls of somebody who has signed in at another identity provider and is no member yet. */
export function mountLinkSignIn(app: ApiApp, context: ApiContext): void {
  mountForLinkable(app, context, sendLinkCode, async (_request, { linkable, ...request }) =>
    toSentCode(await links.sendLinkCode(context, linkable, request)),
  );
  mountForLinkable(app, context, linkSignIn, async ({ body }, { linkable, device }) =>
    answerNothing(await links.linkSignIn(context, linkable, { code: body.code, device })),
  );
}
