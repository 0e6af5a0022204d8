import net from 'node:net';

/**
 * An emulated access link in user space: a TCP forwarder per server port, all sharing one bottleneck.
 *
 * It charges what a browser's own throttling leaves out: the TCP handshake (one round trip), real
 * round trips for TLS, slow start from ten segments (RFC 6928), and one bandwidth for everything.
 * No loss, no queue limit.
 */
export type LinkProfile = {
  /** Round-trip time in milliseconds. */
  readonly rttMs: number;
  /** Bits per second towards the browser and from it. */
  readonly downBps: number;
  readonly upBps: number;
};

/** «Slow 4G» of Lighthouse and DevTools, as raw link values. */
export const SLOW_4G: LinkProfile = { rttMs: 150, downBps: 1_600_000, upBps: 750_000 };

const SEGMENT_BYTES = 1460;
const INITIAL_WINDOW_SEGMENTS = 10;

export type EmulatedLink = {
  /** Opens a port that leads to this port of the machine over the link. */
  forward(port: number): Promise<number>;
  /** Ends every connection, so that what comes next begins with new ones. */
  dropConnections(): void;
  close(): Promise<void>;
};

export function startLink(profile: LinkProfile): EmulatedLink {
  // When the shared wire is free again, by direction, on performance.now()'s clock.
  const wire = { down: 0, up: 0 };
  const bytesPerMs = { down: profile.downBps / 8000, up: profile.upBps / 8000 };
  const servers: net.Server[] = [];
  const sockets = new Set<net.Socket>();

  type Direction = 'down' | 'up';

  function carry(from: net.Socket, to: net.Socket, direction: Direction, notBefore: number): void {
    const queue: Buffer[] = [];
    const arrivals: { readonly due: number; readonly segment: Buffer }[] = [];
    let window = INITIAL_WINDOW_SEGMENTS * SEGMENT_BYTES;
    let inFlight = 0;
    let lastArrival = 0;
    let ended = false;

    // In order, whichever timer fires first.
    const deliver = () => {
      const now = performance.now() + TIMER_SLACK_MS;
      for (let next = arrivals[0]; next && next.due <= now; next = arrivals[0]) {
        arrivals.shift();
        if (!to.destroyed) to.write(next.segment);
      }
    };

    const pump = () => {
      // A connection that has ended takes nothing of the wire.
      if (to.destroyed) return;
      const now = performance.now();
      for (let segment = queue[0]; segment; segment = queue[0]) {
        if (inFlight > 0 && inFlight + segment.length > window) break;
        queue.shift();
        const { length } = segment;
        inFlight += length;
        const begin = Math.max(now, wire[direction], notBefore);
        wire[direction] = begin + length / bytesPerMs[direction];
        lastArrival = Math.max(wire[direction] + profile.rttMs / 2, lastArrival);
        arrivals.push({ due: lastArrival, segment });
        at(lastArrival, deliver);
        // The acknowledgement opens the window: it doubles each round trip.
        at(lastArrival + profile.rttMs / 2, () => {
          inFlight -= length;
          window += length;
          pump();
        });
      }
      if (ended && queue.length === 0) {
        ended = false;
        at(Math.max(now + profile.rttMs / 2, lastArrival + 1), () => to.end());
      }
    };
    from.on('data', (bytes: Buffer) => {
      for (let offset = 0; offset < bytes.length; offset += SEGMENT_BYTES) {
        queue.push(bytes.subarray(offset, offset + SEGMENT_BYTES));
      }
      pump();
    });
    from.on('end', () => {
      ended = true;
      pump();
    });
  }

  function dropConnections(): void {
    for (const socket of sockets) socket.destroy();
    wire.down = wire.up = 0;
  }

  return {
    forward: (port) =>
      new Promise((resolve, reject) => {
        const options = { allowHalfOpen: true, noDelay: true };
        const server = net.createServer(options, (client) => {
          const upstream = net.connect({ ...options, host: '127.0.0.1', port });
          for (const socket of [client, upstream]) {
            sockets.add(socket);
            const end = () => {
              client.destroy();
              upstream.destroy();
              sockets.delete(socket);
            };
            socket.on('error', end);
            socket.on('close', end);
          }
          // The handshake: nothing leaves the browser for one round trip.
          carry(client, upstream, 'up', performance.now() + profile.rttMs);
          carry(upstream, client, 'down', 0);
        });
        server.on('error', reject);
        server.listen(0, '127.0.0.1', () => {
          servers.push(server);
          resolve((server.address() as net.AddressInfo).port);
        });
      }),
    dropConnections,
    async close() {
      dropConnections();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };
}

/** The argument by which Chromium reaches these origins over the link. */
export async function hostRules(link: EmulatedLink, urls: readonly string[]): Promise<string> {
  const ports = new Set(urls.map((url) => Number(new URL(url).port)));
  const rules = [...ports].map(
    async (port) => `MAP localhost:${port} 127.0.0.1:${await link.forward(port)}`,
  );
  return `--host-resolver-rules=${(await Promise.all(rules)).join()}`;
}

/** Timers round to whole milliseconds: what is due within half of one happens now. */
const TIMER_SLACK_MS = 0.5;

function at(time: number, run: () => void): void {
  const delay = time - performance.now();
  if (delay > TIMER_SLACK_MS) setTimeout(() => at(time, run), Math.max(1, Math.floor(delay)));
  else setImmediate(run);
}
