import {
  acceptTerms,
  listTerms,
  readTermsText,
  type TermsVersion,
  TermsVersionSchema,
} from '@portal/shared-contract';
import { toAnswer } from '../../../case.ts';
import * as confirmations from '../../../domain/account/confirmations.ts';
import { listTermsInForce } from '../../../domain/terms.ts';
import { actingMemberOf, answerUser } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember, mountPublic } from '../../mount.ts';
import { refuse } from '../../refusal.ts';

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
  mountForMember(app, context, acceptTerms, async (_request, call) =>
    answerUser(await confirmations.acceptTerms(context, actingMemberOf(call))),
  );
}
