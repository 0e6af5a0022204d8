import { call, type Result } from '@portal/shared-api';
import { getPassport, type Passport } from '@portal/shared-contract';
import { type Soon, soon } from '@portal/shared-routing';

export type PassData = {
  readonly pass: Soon<Result<Passport>>;
  /** The member has just come back from the payment provider's page. */
  readonly backFromPayment: boolean;
  /** Just bought: the receipt comes first. */
  readonly bought: boolean;
};

/** Spec §6: another's pass and one that does not exist both lead to /404; the client does so. */
export async function loadPass(id: string, url: URL): Promise<PassData> {
  return {
    pass: await soon(fetchPass(id)),
    backFromPayment: url.searchParams.get('payment') === 'return',
    bought: url.searchParams.has('bought'),
  };
}

async function fetchPass(id: string): Promise<Result<Passport>> {
  const answer = await call(getPassport, { params: { id } }, { purpose: 'navigation' });
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}
