import { actingMemberOf, answerUser } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember, mountPublic } from '@portal/server-endpoint/mount';
import { refuse } from '@portal/server-endpoint/refusal';
import { findMemberById } from '@portal/server-members/members';
import { listTermsInForce, termsChangesSince } from '@portal/server-members/terms';
import { toAnswer } from '@portal/server-platform/case';
import {
  acceptTerms,
  listTerms,
  readSitePage,
  readTermsChanges,
  readTermsText,
  type TermsVersion,
  TermsVersionSchema,
} from '@portal/shared-contract';
import * as confirmations from '../settings/confirmations.ts';

export function mountTerms(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, listTerms, async () => ({
    data: (await listTermsInForce(context)).map((version) =>
      toAnswer<TermsVersion>(TermsVersionSchema, version),
    ),
  }));
  mountPublic(app, context, readTermsText, ({ params }) => {
    const { terms } = context.config.brand;
    return terms ? { data: terms.texts[params.locale] } : refuse('request.not_found');
  });
  mountPublic(app, context, readSitePage, ({ params }) => {
    const page = context.config.brand.pages?.[params.name];
    return page ? { data: page[params.locale] } : refuse('request.not_found');
  });
  mountForMember(app, context, readTermsChanges, async ({ params }, { member }) => {
    const found = await findMemberById(context, member.id);
    const accepted = found?.termsAcceptedVersion ?? null;
    return { data: await termsChangesSince(context, accepted, params.locale) };
  });
  mountForMember(app, context, acceptTerms, async (_request, call) =>
    answerUser(await confirmations.acceptTerms(context, actingMemberOf(call))),
  );
}
