import type { Act } from '@portal/shared-contract';
import * as confirmed from './confirmed-act.ts';
import { currentPlatform } from './platform.ts';
import { signIn } from './portal-session.ts';

/**
 * Goes to the identity provider, where the member confirms an act on a page that no remote's script reads
 * (docs/decisions/0017-step-up.md), and comes back.
 * @param returnTo the page to come back to
 * @param place where on that page the act was asked for; the screen finds it again by {@link confirmedPlace}
 * @returns false where the page is leaving for a sign-out
 */
export const confirmAct = (act: Act, returnTo: string, place = ''): Promise<boolean> =>
  signIn({ confirms: { act, place }, returnTo });

/** Where on the page an act was asked for that the member has just come back from confirming. */
export const confirmedPlace = (act: Act): string | undefined =>
  confirmed.confirmedPlace(currentPlatform(), act);

/** The screen has taken up the act. */
export const forgetConfirmedAct = (): void => confirmed.forgetConfirmedAct(currentPlatform());
