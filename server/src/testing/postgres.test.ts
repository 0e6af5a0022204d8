import pg from 'pg';
import { startPostgres } from './postgres.ts';

test.each(['anywhere', 'package'] as const)(
  'starts and stops PostgreSQL from %s',
  async (from) => {
    const postgres = await startPostgres({ from });
    const client = new pg.Client({ connectionString: await postgres.createDatabase() });
    await client.connect();
    const { rows } = await client.query('select $1::text as name', ['花子']);
    expect(rows).toEqual([{ name: '花子' }]);
    await client.end();
    await postgres.stop();
    await expect(new pg.Client({ ...clientOf(client) }).connect()).rejects.toThrow('ECONNREFUSED');
  },
  60_000,
);

const clientOf = ({ host, port, database, user }: pg.Client) =>
  JSON.parse(JSON.stringify({ host, port, database, user })) as pg.ClientConfig;
