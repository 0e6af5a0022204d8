import { setTimeout as pause } from 'node:timers/promises';
import { traceQuery } from '@portal/shared-process/traces/traces';
import pg from 'pg';
import { textOf } from './pooler.ts';
import {
  isConnectionLost,
  isNotCarriedOut,
  isOutOfConnections,
  LOST_CONNECTIONS_MAX,
} from './unavailable.ts';
import { breakOff } from './watch-for-silence.ts';

/**
 * How long a call waits for a database that has gone away: longer than a restart takes, and shorter than
 * the edge waits for this server (deploy/nginx/reads.conf), which would ask the next one in vain.
 */
const PATIENCE_MS = 3_900;
const LOOK_AGAIN_MS = 50;
/** The wait for a connection, the pool's own or another one, where PostgreSQL has no more to give. */
const CONNECTION_AGAIN_MS = 200;
/** How long one look waits for a host that does not answer. */
const LOOK_MS = 2_000;
/** How long a call waits for a database that has been away for longer than {@link PATIENCE_MS}. */
const GLANCE_MS = 200;

/**
 * A pool whose callers wait while PostgreSQL restarts, instead of failing. Nothing is sent again that may
 * have been carried out: a statement is repeated if it only reads, or if PostgreSQL says that it has ended
 * the connection instead of an answer. Statements of a transaction are not repeated here (see `inTransaction`).
 *
 * One outage costs a caller no more than {@link PATIENCE_MS}. After that every call fails nearly
 * at once, until the database is back.
 */
export class PatientPool extends pg.Pool {
  /** When the database was first missed. */
  #awaySince: number | undefined;
  #error: unknown;
  /** All callers wait for one look-out, which ends when the database is back. */
  #lookout: Promise<void> | undefined;

  readonly #clients = new Set<pg.Client>();

  constructor(options: pg.PoolConfig) {
    super(options);
    // An error between two statements of whoever has the connection would else end the process.
    this.on('connect', (client) => client.on('error', () => {}));
    this.on('connect', (client) => this.#clients.add(client));
    this.on('remove', (client) => this.#clients.delete(client));
  }

  /** Breaks all connections off, since nobody answers on them. Their callers go on as after a restart. */
  dropAll(): void {
    for (const client of this.#clients) breakOff(client);
  }

  // pg declares several overloads; both methods pass on what they are given.
  override connect(callback?: unknown): never {
    const connected = this.#connect();
    if (typeof callback !== 'function') return connected as never;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: unknown) => callback(error, undefined, () => {}),
    );
    return undefined as never;
  }

  override query(...args: unknown[]): never {
    const send = () => (super.query as (...args: unknown[]) => unknown)(...args);
    if (typeof args.at(-1) === 'function') return send() as never;
    const text = textOf(args[0]);
    const repeat = () => this.#repeat(send as () => Promise<unknown>, isRead(text));
    return traceQuery(text, repeat) as never;
  }

  async #repeat(send: () => Promise<unknown>, onlyReads: boolean): Promise<unknown> {
    const mayRepeat = onlyReads ? isConnectionLost : isNotCarriedOut;
    for (let lost = 0; ; lost += 1) {
      try {
        return await send();
      } catch (error) {
        if (!mayRepeat(error) || lost === LOST_CONNECTIONS_MAX || this.#isGivenUp()) throw error;
      }
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const asked = Date.now();
    for (;;) {
      if (this.#isGivenUp()) await this.#lookoutFor(GLANCE_MS);
      if (this.#isGivenUp()) throw this.#error;
      const begun = Date.now();
      try {
        const client = await (super.connect() as unknown as Promise<pg.PoolClient>);
        this.#awaySince = undefined;
        return releasedWhenLost(client);
      } catch (error) {
        if (isOutOfConnections(error) && !this.ending && Date.now() - asked < PATIENCE_MS) {
          await pause(CONNECTION_AGAIN_MS);
          continue;
        }
        if (!isConnectionLost(error) || this.ending) throw error;
        this.#error = error;
        this.#awaySince ??= begun;
        await this.#lookoutFor(this.#awaySince + PATIENCE_MS - Date.now());
      }
    }
  }

  #isGivenUp(): boolean {
    return this.#awaySince !== undefined && Date.now() - this.#awaySince >= PATIENCE_MS;
  }

  /** Waits until a connection can be made, at most so many milliseconds; the look-out goes on afterwards. */
  async #lookoutFor(ms: number): Promise<void> {
    this.#lookout ??= this.#look().finally(() => {
      this.#lookout = undefined;
    });
    const over = new AbortController();
    const limit = pause(Math.max(ms, 0), undefined, { signal: over.signal });
    await Promise.race([this.#lookout, limit.catch(() => undefined)]);
    over.abort();
  }

  /** Ends when a connection can be made, or with the pool. */
  async #look(): Promise<void> {
    while (!this.ending) {
      await pause(LOOK_AGAIN_MS, undefined, { ref: false });
      const client = new pg.Client({ ...this.options, connectionTimeoutMillis: LOOK_MS });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.end();
        this.#awaySince = undefined;
        return;
      } catch {
        // Not yet.
      }
    }
  }
}

/** Gives a connection back when it breaks, which Drizzle does not at `begin`: the pool would have one less for ever. */
function releasedWhenLost(client: pg.PoolClient): pg.PoolClient {
  const { release } = client;
  const onEnd = () => client.release(true);
  let isReleased = false;
  client.release = (error) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', onEnd);
    release(error);
  };
  client.once('end', onEnd);
  return client;
}

/** Of a query that selects, whatever it calls: nothing that the server selects by changes data for good. */
const isRead = (text: string): boolean => /^\s*select\b/i.test(text);
