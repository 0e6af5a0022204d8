import * as contract from '@portal/shared-contract';
import { toCamelCase } from '../../../case.ts';
import { signUp } from '../../../domain/onboarding/sign-up.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountPublic } from '../../mount.ts';
import { refusalOf } from '../../refusal.ts';

export function mountSignUp(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, contract.signUp, async ({ body }, { device, network }) => {
    const outcome = await signUp(context, { ...toCamelCase(body), device, network });
    return outcome.ok ? { access_token: outcome.value.accessToken } : refusalOf(outcome);
  });
}
