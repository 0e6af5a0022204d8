import { randomUUID } from 'node:crypto';

/** A token with these scopes, as `npm run staff -- add` makes it. @param team whose parts the scope `release` is for */
export async function staffToken(
  outbox: string,
  scopes: readonly string[],
  team?: string,
): Promise<string> {
  const answer = await fetch(new URL('/staff', outbox), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ command: 'add', name: `A test ${randomUUID()}`, scopes, team, days: 1 }),
  });
  const { lines } = (await answer.json()) as { lines: string[] };
  return lines[0] ?? '';
}
