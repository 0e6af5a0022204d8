import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { deviceCodeText, grantInPeriod, signedMessage } from '@portal/shared-contract/device-codes';

/** A device of a test that makes turnstile codes, as the portal does in the browser. */
export function createTurnstileDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const isOdd = (Buffer.from(y, 'base64url').at(-1) ?? 0) % 2 === 1;
  const deviceKey = Buffer.concat([Buffer.from([isOdd ? 3 : 2]), Buffer.from(x, 'base64url')]);
  return {
    deviceKey,
    /** The body of `POST /passports/{id}/turnstile-grant`. */
    body: { device_key: deviceKey.toString('base64url') },
    code: (grant: Uint8Array | string, period: number) => codeOf(privateKey, grant, period),
  };
}

function codeOf(key: KeyObject, grant: Uint8Array | string, period: number): string {
  const bytes = typeof grant === 'string' ? Buffer.from(grant, 'base64url') : grant;
  const signed = grantInPeriod(bytes, period);
  const signature = sign('sha256', signedMessage(signed), { key, dsaEncoding: 'ieee-p1363' });
  return deviceCodeText(signed, signature);
}

/** Bytes that are no point of P-256, as a device's key: no curve has an x that is so large. */
export const NO_DEVICE_KEY = Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 255)]);
