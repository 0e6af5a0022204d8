/**
 * Leaves the portal for the payment provider's page. The address comes from our own server, but
 * only http and https are followed, as a second line of defence.
 * @throws Error for any other scheme, TypeError for text that is not a URL
 */
export function goToPaymentPage(address: string): void {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error('The payment address is not a web address');
  window.location.assign(href);
}
