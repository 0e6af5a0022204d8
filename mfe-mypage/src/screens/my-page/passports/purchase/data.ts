import { call, type Result } from '@portal/shared-api';
import { loadMember } from '@portal/shared-auth';
import { type EndpointAnswer, listPassportDesigns, type User } from '@portal/shared-contract';
import { type Deferred, deferred } from '@portal/shared-routing';
import type { Step } from './flow.ts';

export type Catalogue = EndpointAnswer<typeof listPassportDesigns>;

export type PurchaseData = {
  readonly step: Step;
  readonly member: Deferred<Result<User>>;
  readonly catalogue: Deferred<Result<Catalogue>>;
};

/** The last catalogue that was loaded; the steps in between use it, also without a connection. */
let cached: Result<Catalogue> | undefined;

export async function loadPurchase(step: Step): Promise<PurchaseData> {
  const [member, catalogue] = await Promise.all([
    deferred(loadMember()),
    deferred(loadCatalogue(step)),
  ]);
  return { step, member, catalogue };
}

/** Loads the catalogue for the first step, and again for the last, which shows the price to pay. */
async function loadCatalogue(step: Step): Promise<Result<Catalogue>> {
  if (cached?.ok && step !== 'check' && step !== 'holder') return cached;
  const answer = await call(listPassportDesigns, {}, { purpose: 'form' });
  if (answer.ok) cached = answer;
  return answer.ok || cached === undefined ? answer : cached;
}
