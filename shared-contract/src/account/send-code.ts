import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { SEND_CODE_ERRORS, SentCodeSchema } from './verification-codes.ts';
import { API_CODE_TYPES } from './verification-types.ts';

// In a file of its own, because the portal's pages call only `sendCodeV2` and need not contain it.

/** Sends the code by email, or by SMS if the second step uses SMS. Answers 429 with `retry-after` if it is too soon. */
export const sendCode = endpoint('POST', '/me/mfa/send-code', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  inNewBrowser: true,
  summary: 'Sends a code to the member. It replaces an earlier code of the same type.',
  body: v.object({ type: v.picklist(API_CODE_TYPES) }),
  answer: SentCodeSchema,
  errors: SEND_CODE_ERRORS,
});
