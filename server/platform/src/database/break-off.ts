import type { Socket } from 'node:net';
import type pg from 'pg';

/** Ends a connection at once, without a word to PostgreSQL, which would not hear it. */
export function breakOff(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy();
}
