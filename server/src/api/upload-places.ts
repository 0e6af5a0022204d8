/** What the uploads of one process may hold together: this many files of 8 MB, and their pixels. */
const MAX_AT_ONCE = 8;
/** One member must not take the places of all others. */
const MAX_PER_MEMBER = 2;

/** The uploads that one process reads and encodes at the same time. */
export type UploadPlaces = {
  /** Takes a place, and answers what gives it back; undefined while there is none. */
  take(memberId: string): (() => void) | undefined;
};

export function createUploadPlaces(): UploadPlaces {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(memberId) {
      const own = taken.get(memberId) ?? 0;
      if (total >= MAX_AT_ONCE || own >= MAX_PER_MEMBER) return undefined;
      taken.set(memberId, own + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (taken.get(memberId) ?? 1) - 1;
        if (left > 0) taken.set(memberId, left);
        else taken.delete(memberId);
      };
    },
  };
}
