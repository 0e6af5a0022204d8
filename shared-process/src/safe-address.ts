/** Whether tokens and secrets may go to an address: https, or http on this machine only. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

/** An address in a provider's document, if tokens may go there. */
export const safeAddressOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isSafeAddress(value) ? value : undefined;
