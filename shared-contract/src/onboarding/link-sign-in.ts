import * as v from 'valibot';
import { CodeSchema, SEND_CODE_ERRORS, SentCodeSchema } from '../account/verification-codes.ts';
import { endpoint } from '../endpoint.ts';

/**
 * Where somebody connects the sign-in at another identity provider with the member account that has the same
 * address. A call with such a sign-in answers `user.link_required`.
 */
export const sendLinkCode = endpoint('POST', '/link-sign-in/send-code', {
  access: 'member',
  protection: { none: 'sends to the owner of the address' },
  value: 'none',
  beforeTerms: true,
  summary:
    'Sends a code to the address of the member account that the sign-in could be connected with.',
  answer: SentCodeSchema,
  errors: SEND_CODE_ERRORS,
});

export const linkSignIn = endpoint('POST', '/link-sign-in', {
  access: 'member',
  protection: { none: 'the mailed code is enough; this sign-in has no key of ours' },
  value: 'none',
  beforeTerms: true,
  summary: 'Connects the sign-in at another identity provider with a member account, by the code.',
  body: v.object({ code: CodeSchema }),
  errors: ['user.code_invalid', 'too_many_attempts'],
});
