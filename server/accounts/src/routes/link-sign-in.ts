import { answerNothing } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForLinkable } from '@portal/server-endpoint/mount';
import { linkSignIn, sendLinkCode } from '@portal/shared-contract';
import * as links from '../sign-up/link-sign-in.ts';
import { toSentCode } from './verification-codes.ts';

/** Mounts the calls of somebody who has signed in at another identity provider and is no member yet. */
export function mountLinkSignIn(app: ApiApp, context: ApiContext): void {
  mountForLinkable(app, context, sendLinkCode, async (_request, { linkable, ...request }) =>
    toSentCode(await links.sendLinkCode(context, linkable, request)),
  );
  mountForLinkable(app, context, linkSignIn, async ({ body }, { linkable, device }) =>
    answerNothing(await links.linkSignIn(context, linkable, { code: body.code, device })),
  );
}
