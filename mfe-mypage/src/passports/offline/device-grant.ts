import { call, type Result } from '@portal/kit/api';
import { issueTurnstileGrant, type TurnstileGrant } from '@portal/kit/contract';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const COORDINATE_BYTES = 32;
const EVEN = 2;

/** The key with which this device makes a member's codes: scripts can use, not read it; IndexedDB can keep it. */
export type DeviceKey = {
  readonly privateKey: CryptoKey;
  /** Compressed (SEC 1 §2.3.3), base64url. */
  readonly publicKey: string;
};

/** Makes a new key; undefined where the browser cannot. */
export async function createDeviceKey(): Promise<DeviceKey | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  return { privateKey, publicKey: compressed(point) };
}

/** @param point uncompressed: one byte 4, x and y */
function compressed(point: Uint8Array): string {
  const bytes = point.slice(0, 1 + COORDINATE_BYTES);
  bytes[0] = EVEN + ((point.at(-1) ?? 0) & 1);
  // 33 bytes are 44 characters, without padding.
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

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
