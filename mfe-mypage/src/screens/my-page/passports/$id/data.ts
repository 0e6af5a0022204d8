import { call, knownAnswer, type Result } from '@portal/kit/api';
import { getPassport, type Passport } from '@portal/kit/contract';
import { type Deferred, refreshed } from '@portal/kit/routing';

export type PassportData = {
  readonly passport: Deferred<Result<Passport>>;
  /** The member has just returned from the payment provider's page (`?payment=return`). */
  readonly backFromPayment: boolean;
  /** The passport was just bought (`?bought=1`), so the page thanks for the purchase. */
  readonly bought: boolean;
};

/** Another member's passport and an unknown one both lead to /404. */
export async function loadPassport(id: string, url: URL): Promise<PassportData> {
  return {
    passport: await refreshed(knownPassport(id), fetchPassport(id)),
    backFromPayment: url.searchParams.get('payment') === 'return',
    bought: url.searchParams.has('bought'),
  };
}

function knownPassport(id: string): Result<Passport> | undefined {
  const known = knownAnswer(getPassport, { params: { id } });
  return known && { ...known, data: known.data.data };
}

async function fetchPassport(id: string): Promise<Result<Passport>> {
  const answer = await call(getPassport, { params: { id } }, { purpose: 'navigation' });
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}
