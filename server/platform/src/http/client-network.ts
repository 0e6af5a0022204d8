import { isIPv6 } from 'node:net';

/** The network that a client counts for: an IPv4 address, or the IPv6 /64 of one household. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** A network, and which part of a limit for networks it may use up. */
type NetworkPart = { readonly network: string; readonly part: number };

/**
 * The networks around a client, the largest last. Who rents one server gets an IPv6 /48 or an IPv4 /24
 * for little money, so the limit holds for these, and a household uses up no more than a quarter of it.
 */
export function networksAround(network: string): readonly NetworkPart[] {
  const [a, b, c, d] = network.replace('::/64', '').split(':');
  if (network.endsWith('::/64')) {
    const upper = (Number.parseInt(d ?? '0', 16) & 0xff00).toString(16);
    return [
      { network, part: 1 / 4 },
      { network: `${a}:${b}:${c}:${upper}::/56`, part: 1 / 2 },
      { network: `${a}:${b}:${c}::/48`, part: 1 },
    ];
  }
  const [, upper] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network) ?? [];
  if (upper === undefined) return [{ network, part: 1 }];
  return [
    { network, part: 1 / 4 },
    { network: `${upper}.0/24`, part: 1 },
  ];
}
