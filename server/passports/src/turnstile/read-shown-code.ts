import { type KeyObject, verify } from 'node:crypto';
import {
  DEVICE_CODE_PREFIX,
  deviceCodeParts,
  GRANT_BYTES,
  signedMessage,
} from '@portal/shared-contract/device-codes';
import {
  readTurnstileCode,
  startOfWindow,
  type TurnstileClaims,
  timeOfCode,
} from './code-format.ts';
import { deviceKeyOf, type GrantClaims, readGrant } from './grant-format.ts';

export type ShownClaims = TurnstileClaims & {
  /** Of a code that a device has made by itself. */
  readonly grant?: GrantClaims;
};

/** Reads a code of the server (`P1.`) or of a device (`P2.`), and checks it by any of the keys, without a database. */
export function readShownCode(
  text: string,
  keys: readonly KeyObject[],
): ShownClaims | 'malformed' | 'forged' | 'other_device' {
  const code = text.trim();
  return code.startsWith(DEVICE_CODE_PREFIX)
    ? readDeviceCode(code, keys)
    : readTurnstileCode(code, keys);
}

function readDeviceCode(text: string, keys: readonly KeyObject[]) {
  const parts = deviceCodeParts(text);
  if (!parts) return 'malformed';
  const signed = Buffer.from(parts.signed);
  const grant = readGrant(signed.subarray(0, GRANT_BYTES), keys);
  if (!grant) return 'forged';
  const key = deviceKeyOf(grant.deviceKey);
  const isProven =
    key !== undefined &&
    verify('sha256', signedMessage(signed), { key, dsaEncoding: 'ieee-p1363' }, parts.signature);
  if (!isProven) return 'other_device';
  const { passportId, version } = grant;
  return { passportId, version, window: signed.readUInt32BE(GRANT_BYTES), grant };
}

/** Whether a code is valid now. A device's code is, only on the days of its grant. */
export function timeOfShownCode(
  claims: ShownClaims,
  now: Date,
): 'early' | 'now' | 'late' | 'grant_early' | 'grant_ended' {
  const time = timeOfCode(claims, now);
  if (time !== 'now' || !claims.grant) return time;
  // By the code's own period, so that the last code has the tolerance of every other.
  const shown = startOfWindow(claims.window);
  if (shown < claims.grant.from) return 'grant_early';
  return shown < claims.grant.until ? 'now' : 'grant_ended';
}
