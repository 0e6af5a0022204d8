/** The bytes of a text in base64url (RFC 4648 §5), without padding. @throws DOMException for another text */
export function bytesOfBase64url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
