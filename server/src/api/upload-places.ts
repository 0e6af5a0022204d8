/** What the uploads of one process may hold together: this many files of 8 MB, and their pixels. */
const MAX_AT_ONCE = 8;
/** One member must not take the places of all others. */
const MAX_PER_MEMBER = 2;

/** The uploads that one process reads and encodes at the same time. */
export type UploadPlaces = {
  /** Takes a place, and answers what gives it back; undefined while there is none. */
  take(caller: string): (() => void) | undefined;
};

/** @param maxEach how many of them one caller may have */
export function createUploadPlaces(maxEach = MAX_PER_MEMBER): UploadPlaces {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(caller) {
      const own = taken.get(caller) ?? 0;
      if (total >= MAX_AT_ONCE || own >= maxEach) return undefined;
      taken.set(caller, own + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (taken.get(caller) ?? 1) - 1;
        if (left > 0) taken.set(caller, left);
        else taken.delete(caller);
      };
    },
  };
}
