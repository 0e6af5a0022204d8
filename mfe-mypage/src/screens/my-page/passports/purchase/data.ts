import { call, type Result } from '@portal/shared-api';
import { type EndpointAnswer, listPassportDesigns, type User } from '@portal/shared-contract';
import { type Soon, soon } from '@portal/shared-routing';
import { theMember } from '../../../../data/member.ts';
import type { Step } from './flow.ts';

export type Catalogue = EndpointAnswer<typeof listPassportDesigns>;

export type PurchaseData = {
  readonly step: Step;
  readonly member: Soon<Result<User>>;
  readonly catalogue: Soon<Result<Catalogue>>;
};

/** The last catalogue that came: a step without a connection shows by it. */
let known: Result<Catalogue> | undefined;

export async function loadPurchase(step: Step): Promise<PurchaseData> {
  const [member, catalogue] = await Promise.all([soon(theMember()), soon(theCatalogue(step))]);
  return { step, member, catalogue };
}

/** Asked for at the start, and again before the price is agreed to. */
async function theCatalogue(step: Step): Promise<Result<Catalogue>> {
  if (known?.ok && step !== 'check' && step !== 'who') return known;
  const answer = await call(listPassportDesigns, {}, { purpose: 'form' });
  if (answer.ok) known = answer;
  return answer.ok || known === undefined ? answer : known;
}
