/** An address of our own server's; as a second line of defence, any scheme but http and https throws. */
export function webAddress({ protocol, href }: URL): string {
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('This is not a web address');
  return href;
}

export const goToPaymentPage = (address: string): void =>
  window.location.assign(webAddress(new URL(address)));
