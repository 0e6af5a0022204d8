import { call, type Result } from '@portal/shared-api';
import {
  CODE_PERIOD_S,
  type GateCode,
  type GateGrant,
  issueGateGrant,
} from '@portal/shared-contract';
import { bytesOfBase64url } from '@portal/shared-contract/base64url';
import { deviceCodeText, grantInPeriod, proofMessage } from '@portal/shared-contract/device-codes';
import type { DeviceKey } from './device-key.ts';

const PERIOD_MS = CODE_PERIOD_S * 1000;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Asks the server to let this device make the codes of a passport by itself (product §14.60). */
export async function requestGrant(
  passportId: string,
  key: DeviceKey,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Result<GateGrant & { readonly server_time: string }>> {
  const params = { id: passportId };
  const body = { device_key: key.publicKey };
  const answer = await call(issueGateGrant, { params, body }, { purpose: 'form', ...options });
  if (!answer.ok) return answer;
  return { ...answer, data: answer.data.data };
}

/**
 * Makes the code of the period of a moment, without a connection.
 * @param now the server's time in ms since 1970: the device's clock may be wrong
 * @returns undefined outside the days of the grant
 */
export async function offlineCode(
  grant: GateGrant,
  key: DeviceKey,
  now: number,
): Promise<GateCode | undefined> {
  const period = Math.floor(now / PERIOD_MS);
  const start = period * PERIOD_MS;
  if (start < Date.parse(grant.valid_from) || start >= Date.parse(grant.valid_until)) {
    return undefined;
  }
  const signed = grantInPeriod(bytesOfBase64url(grant.grant), period);
  const proof = await crypto.subtle.sign(SIGNING, key.privateKey, proofMessage(signed));
  return {
    text: deviceCodeText(signed, new Uint8Array(proof)),
    valid_from: new Date(start).toISOString(),
    valid_until: new Date(start + PERIOD_MS).toISOString(),
  };
}
