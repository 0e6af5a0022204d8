/** Whose limits a report counts for: whoever has an IPv6 address often has a /48 of them. */
export const wideNetworkOf = (network: string): string =>
  network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network;
