import type { EndpointAnswer, listPassportPhotos, NewHolder } from '@portal/kit/contract';
import type { Item } from './flow.ts';

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
