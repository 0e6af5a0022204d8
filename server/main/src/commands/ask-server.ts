import { ConfigError } from '@portal/shared-process/config-error';

/**
 * Sends what a command says to the running server, to which the embedded database belongs (outbox/index.ts).
 * @returns the JSON that it answers
 * @throws ConfigError where no server runs
 */
export async function askServer(origin: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(new URL(path, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new ConfigError(
      `Please start the portal first (npm start): no server answers at ${origin}.`,
      { cause },
    );
  });
  return answer.json();
}
