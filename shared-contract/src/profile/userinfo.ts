import { endpoint } from '../endpoint.ts';
import { UserSchema } from './user.ts';

export const getUserinfo = endpoint('GET', '/userinfo', {
  access: 'member',
  beforeTerms: true,
  summary: 'The signed-in member.',
  answer: UserSchema,
});
