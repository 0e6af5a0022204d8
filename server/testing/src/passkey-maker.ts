import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

const USER_PRESENT_AND_VERIFIED_WITH_CREDENTIAL = 0x45;

/** A browser's response to `navigator.credentials.create` (WebAuthn Level 3 §6.5, attestation `none`), in software. */
export function makePasskey(
  { challenge, rp }: { challenge: string; rp: { id: string } },
  { origin, rpId = rp.id }: { origin: string; rpId?: string },
) {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const authData = Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    Buffer.from([USER_PRESENT_AND_VERIFIED_WITH_CREDENTIAL]),
    Buffer.alloc(4), // counter
    Buffer.alloc(16), // AAGUID
    Buffer.from([0, id.length]),
    id,
    coseKey,
  ]);
  const clientData = { type: 'webauthn.create', challenge, origin, crossOrigin: false };
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
      attestationObject: attestationObject(authData).toString('base64url'),
      transports: ['internal'],
    },
  };
}

/** CBOR of `{ fmt: "none", attStmt: {}, authData }`. */
function attestationObject(authData: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ]);
}
