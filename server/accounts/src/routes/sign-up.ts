import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountPublic } from '@portal/server-endpoint/mount';
import { refusalOf } from '@portal/server-endpoint/refusal';
import { toCamelCase } from '@portal/server-platform/case';
import * as contract from '@portal/shared-contract';
import { signUp } from '../sign-up/sign-up.ts';

export function mountSignUp(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, contract.signUp, async ({ body }, { device, network }) => {
    const outcome = await signUp(context, { ...toCamelCase(body), device, network });
    return outcome.ok ? { access_token: outcome.value.accessToken } : refusalOf(outcome);
  });
}
