/**
 * An address of our own server's, of which only http and https are followed, as a second line of defence.
 * @throws Error for any other scheme
 */
export function webAddress({ protocol, href }: URL): string {
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('This is not a web address');
  return href;
}

/** Leaves the portal for the payment provider's page. */
export const goToPaymentPage = (address: string): void =>
  window.location.assign(webAddress(new URL(address)));
