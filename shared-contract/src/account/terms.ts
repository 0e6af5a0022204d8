import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../schemas.ts';

/** Agrees to the version in force at that moment and keeps a dated receipt of it. */
export const acceptTerms = endpoint({
  method: 'PUT',
  path: '/me/accept-terms',
  access: 'member',
  summary: 'Accepts the terms of service in force.',
  answer: v.object({ data: UserSchema }),
});
