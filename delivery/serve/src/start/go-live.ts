import { setTimeout as pause } from 'node:timers/promises';
import { createReleaseClient } from '@portal/delivery-model/client/client';
import type { ReleaseRefusal } from '@portal/delivery-model/log/refusal';
import type { PageConfiguration } from '@portal/delivery-model/page/configuration';
import { Refused } from '@portal/shared-process/command-line';
import type { Addresses } from './addresses.ts';
import { builtParts, releaseBuilds } from './release-builds.ts';

export type GoLiveOptions = {
  readonly addresses: Addresses;
  /** By which the server knows who has started it. */
  readonly token: string;
  readonly kind: 'federated' | 'monolith';
  readonly configuration: PageConfiguration;
  readonly log: (line: string) => void;
};

const LOOK_AGAIN_MS = 10;
/** Composing takes milliseconds; a page that is not there by then cannot be composed. */
const PAGE_TIMEOUT_MS = 20_000;

/**
 * Releases what was built to the server that has just started, and waits until it serves the page of it.
 * @throws Refused when what was built is refused and nothing is live
 */
export async function goLive(options: GoLiveOptions): Promise<void> {
  const { addresses, token, log } = options;
  const { seq, state, refusals } = await releaseBuilds({
    client: createReleaseClient({
      apiUrl: `http://127.0.0.1:${addresses.ports.api}`,
      token,
    }),
    parts: await builtParts(options.kind),
    configuration: options.configuration,
    log,
  });
  if (refusals.length > 0) {
    const words = refusals.map(textOf).join('\n');
    if (!state.shell) throw new Refused(`What was built cannot be released:\n${words}`);
    log(`What was built cannot be released, so the portal shows what was live before:\n${words}`);
  }
  await untilPageShows(`http://127.0.0.1:${addresses.ports.page}/health`, seq);
}

const textOf = ({ reason, remedy }: ReleaseRefusal) => `  ${reason}\n    ${remedy}`;

async function untilPageShows(health: string, seq: number): Promise<void> {
  const end = Date.now() + PAGE_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(health);
    const { status, seq: shown } = (await answer.json()) as { status: string; seq: number | null };
    if (status === 'ok' && (shown ?? 0) >= seq) return;
    if (Date.now() > end) {
      throw new Refused('The server could not compose the page; the log of the server says why.');
    }
    await pause(LOOK_AGAIN_MS);
  }
}
