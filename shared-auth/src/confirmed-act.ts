import { type Act, isAct } from '@portal/shared-contract';
import * as v from 'valibot';
import type { Platform } from './platform.ts';
import { parseJson } from './return-to.ts';
import { CONFIRMED_ACT } from './stored-names.ts';

/** An act that the member leaves to confirm at the provider, and where on the page it was asked for. */
export const ConfirmedActSchema = v.object({
  act: v.custom<Act>(isAct),
  /** Set by the screen, such as the id of what the act is about. Never a secret. */
  place: v.string(),
});
export type ConfirmedAct = v.InferOutput<typeof ConfirmedActSchema>;

/** Enough for the screen to load; afterwards the page would open a question that nobody asks for any more. */
const SHOWN_MS = 60_000;
const StoredSchema = v.object({ ...ConfirmedActSchema.entries, at: v.number() });

type Storage = Pick<Platform, 'sessionStorage' | 'now'>;

/** Keeps what the member has just come back from confirming. */
export function keepConfirmedAct({ sessionStorage, now }: Storage, confirmed: ConfirmedAct): void {
  sessionStorage.set(CONFIRMED_ACT, JSON.stringify({ ...confirmed, at: now() }));
}

/** Where on the page an act was asked for that the member has just come back from confirming. */
export function confirmedPlace({ sessionStorage, now }: Storage, act: Act): string | undefined {
  const kept = v.safeParse(StoredSchema, parseJson(sessionStorage.get(CONFIRMED_ACT)));
  if (!kept.success || kept.output.act !== act) return undefined;
  return now() - kept.output.at < SHOWN_MS ? kept.output.place : undefined;
}

/** The screen has taken up the act. */
export function forgetConfirmedAct({ sessionStorage }: Storage): void {
  sessionStorage.set(CONFIRMED_ACT, undefined);
}
