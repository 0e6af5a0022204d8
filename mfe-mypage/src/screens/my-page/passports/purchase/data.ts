import { call, loadPrefectures, type Result } from '@portal/kit/api';
import {
  type EndpointAnswer,
  listPassportDesigns,
  listPassportPhotos,
  type Prefecture,
  type User,
} from '@portal/kit/contract';
import { type Deferred, deferred } from '@portal/kit/routing';
import { itemsOf, purchaseFlow, type Step } from './flow.ts';
import { holderOf } from './holder-errors.ts';
import { knownPhotoOf } from './known-photo.ts';

export type Catalogue = EndpointAnswer<typeof listPassportDesigns>;

export type PurchaseData = {
  readonly step: Step;
  readonly member: Result<User>;
  readonly catalogue: Deferred<Result<Catalogue>>;
  /** Only for the step about the member. */
  readonly details?: {
    readonly prefectures: Deferred<Result<readonly Prefecture[]>>;
    /** Whether it asks where they live. */
    readonly address: boolean;
  };
};

/** The last catalogue that was loaded; the steps in between use it, also without a connection. */
let cached: Result<Catalogue> | undefined;

export async function loadPurchase(step: Step, member: Result<User>): Promise<PurchaseData> {
  if (step === 'photo') await chooseKnownPhoto();
  const catalogue = await deferred(loadCatalogue(step));
  if (step !== 'details') return { step, member, catalogue };
  const prefectures = await deferred(loadPrefectures());
  return { step, member, catalogue, details: { prefectures, address: await asksAddress() } };
}

/** Whether the order needs to know where the member lives; before a kind is chosen, whether every kind does. */
export async function asksAddress(): Promise<boolean> {
  const state = purchaseFlow.state();
  const chosen = itemsOf(state).flatMap(({ kind }) => kind ?? []);
  if (state.choices.kind || chosen.some(({ address }) => address)) {
    return chosen.some(({ address }) => address);
  }
  const answer = await loadCatalogue('details');
  return (
    !answer.ok || (answer.data.kinds.length > 0 && answer.data.kinds.every((kind) => kind.address))
  );
}

/** Without an answer, the member adds a photo as for a first passport. */
async function chooseKnownPhoto(): Promise<void> {
  const { holder, photo } = purchaseFlow.state().choices;
  // The address of one that is chosen already may have ended.
  if (photo && !photo.known) return;
  const answer = await call(listPassportPhotos, {}, { purpose: 'form' });
  const known = answer.ok ? knownPhotoOf(holderOf(holder), answer.data.data) : null;
  if (known) purchaseFlow.send({ type: 'photoUploaded', photo: known });
}

/** Loads the catalogue for the first step, and again for the last, which shows the price to pay. */
async function loadCatalogue(step: Step): Promise<Result<Catalogue>> {
  if (cached?.ok && step !== 'check' && step !== 'holder') return cached;
  const answer = await call(listPassportDesigns, {}, { purpose: 'form' });
  if (answer.ok) cached = answer;
  return answer.ok || cached === undefined ? answer : cached;
}
