import { call, loadPrefectures, type Result } from '@portal/kit/api';
import {
  type EndpointAnswer,
  listPassportDesigns,
  listPassportPhotos,
  type NewHolder,
  type Prefecture,
  type User,
} from '@portal/kit/contract';
import { type Deferred, deferred } from '@portal/kit/routing';
import { type Item, itemsOf, purchaseFlow, type Step } from './flow.ts';
import { holderOf } from './holder-errors.ts';

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

export type KnownPhoto = EndpointAnswer<typeof listPassportPhotos>['data'][number];

/** The photo that the member has on another passport of the same person, to be used again. */
export function knownPhotoOf(holder: NewHolder, photos: readonly KnownPhoto[]): Item['photo'] {
  const known = photos.find(({ holder: of }) => isSamePerson(of, holder));
  return known ? { photo_id: known.photo_id, url: known.url, known: true } : null;
}

function isSamePerson(known: KnownPhoto['holder'], holder: NewHolder): boolean {
  if (known.kind !== holder.kind) return false;
  if (holder.kind !== 'child') return holder.kind === 'member';
  return (
    known.last_name === holder.last_name &&
    known.first_name === holder.first_name &&
    known.date_of_birth === holder.date_of_birth
  );
}
