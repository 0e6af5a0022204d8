import { call, type Result } from '@portal/kit/api';
import { issueTurnstileGrant, type TurnstileGrant } from '@portal/kit/contract';
import type { DeviceKey } from './device-key.ts';

/** Asks the server to let this device make the codes of a passport by itself. */
export async function requestGrant(
  passportId: string,
  key: DeviceKey,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Result<TurnstileGrant & { readonly server_time: string }>> {
  const params = { id: passportId };
  const body = { device_key: key.publicKey };
  const answer = await call(issueTurnstileGrant, { params, body }, { purpose: 'form', ...options });
  if (!answer.ok) return answer;
  return { ...answer, data: answer.data.data };
}
