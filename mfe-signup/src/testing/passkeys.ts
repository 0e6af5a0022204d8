const BYTES = new Uint8Array([1, 2, 3]).buffer;

/** A credential as a browser creates it; what it holds is the server's to check. */
const CREDENTIAL = {
  id: 'AQID',
  rawId: BYTES,
  type: 'public-key',
  response: { clientDataJSON: BYTES, attestationObject: BYTES },
  getClientExtensionResults: () => ({}),
};

/** Lets jsdom create passkeys until the end of the test. @returns whether the member agrees; a test may change it */
export function withPasskeys(): { agrees: boolean } {
  const member = { agrees: true };
  Object.assign(window, { PublicKeyCredential: class PublicKeyCredential {} });
  const create = async () => {
    if (!member.agrees) throw new DOMException('Cancelled', 'NotAllowedError');
    return CREDENTIAL;
  };
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
  return member;
}

/** Takes back what {@link withPasskeys} gave. */
export function withoutPasskeys(): void {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
}
