/**
 * Leaves for the payment provider's page. The address comes from our own server; all the same nothing
 * but a web address is followed.
 * @throws Error for an address that is none
 */
export function goToProvider(address: string): void {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('No address of a web page');
  window.location.assign(href);
}
