import { BlockList, isIP } from 'node:net';

/** The proxies of our own in front of a process, whose `x-forwarded-for` is believed. */
export type TrustedProxies = {
  /** Whether a connection from this address comes from one of them. */
  trusts(connecting: string | undefined): boolean;
  /**
   * The address of the client: the right-most one of `x-forwarded-for` that is no proxy of ours, where a proxy of ours
   * connects, else the connecting one. Everything further left was written by the client itself.
   */
  clientOf(
    connecting: string | undefined,
    forwarded: string | string[] | undefined,
  ): string | undefined;
};

/**
 * Reads a list of addresses and networks: `10.0.0.0/8, fd00::/8, 192.0.2.7`.
 * @returns undefined for anything else, and for a network of all addresses, which would let every client choose its own
 */
export function parseTrustedProxies(list: string): TrustedProxies | undefined {
  const networks = new BlockList();
  const parts = list.split(/[\s,]+/).filter(Boolean);
  for (const part of parts) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
    const family = isIP(address);
    if (family === 0) return undefined;
    const most = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? most : Number(bits);
    if (prefix < 1 || prefix > most) return undefined;
    networks.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }

  const isOurs = (address: string) =>
    networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  // Without a connection the caller is this process itself.
  const trusts = (connecting: string | undefined) =>
    parts.length > 0 && (connecting === undefined || isOurs(plainAddress(connecting)));
  return {
    trusts,
    clientOf(connecting, forwarded) {
      let client = connecting === undefined ? undefined : plainAddress(connecting);
      if (!trusts(connecting)) return client;
      const hops = String(forwarded ?? '').split(',');
      for (const hop of hops.reverse()) {
        const address = plainAddress(withoutPort(hop.trim()));
        if (isIP(address) === 0) break;
        client = address;
        if (!isOurs(address)) break;
      }
      return client;
    },
  };
}

/** IPv4 inside IPv6 (`::ffff:203.0.113.9`) is the IPv4 address; a zone (`%eth0`) is no part of one. */
const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** Some proxies write `203.0.113.9:4711` or `[2001:db8::1]:4711`. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
