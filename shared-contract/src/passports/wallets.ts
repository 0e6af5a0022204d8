import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { PASSPORT_ACCESS_ERRORS, PassportParamsSchema } from './passport.ts';

export const listWalletLinks = endpoint('GET', '/passports/{id}/wallets', {
  access: 'member',
  summary: 'The links that add a passport to the wallets that the operator has configured.',
  params: PassportParamsSchema,
  answer: v.object({
    data: v.object({
      /** Signed address of the pass; null where it is not configured, or the passport cannot be used. */
      apple: v.nullable(v.string()),
      google: v.nullable(v.string()),
    }),
  }),
  errors: PASSPORT_ACCESS_ERRORS,
});
