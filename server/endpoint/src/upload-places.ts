/** What the bodies that one process is reading may hold together. */
const BYTES_MAX = 64 * 1024 * 1024;

/** The files that callers are sending to one process, or that it is working on. */
export type UploadPlaces = {
  /** Takes a place; undefined while the caller has as many as it may have. */
  take(caller: string): UploadPlace | undefined;
};

export type UploadPlace = {
  /**
   * Counts bytes that have come. Where all bodies together become too large, that of the place which has
   * been sending most slowly is ended, not the one that comes last: who sends slowly must not shut
   * the others out.
   */
  received(bytes: number): void;
  /** The body has come whole. */
  complete(): void;
  /** Aborts when the place has to end. */
  readonly ending: AbortSignal;
  giveBack(): void;
};

type Held = {
  readonly caller: string;
  bytes: number;
  readonly since: number;
  isComing: boolean;
  end(): void;
};

/**
 * @param maxEach how many places one caller may have
 * @param now milliseconds of a steady clock
 */
export function createUploadPlaces(
  maxEach = 1,
  { bytesMax = BYTES_MAX, now = () => performance.now() } = {},
): UploadPlaces {
  const places = new Set<Held>();
  const speedOf = ({ bytes, since }: Held) => bytes / Math.max(1, now() - since);
  return {
    take(caller) {
      if ([...places].filter((one) => one.caller === caller).length >= maxEach) return undefined;
      const controller = new AbortController();
      const end = () => controller.abort();
      const place: Held = { caller, bytes: 0, since: now(), isComing: true, end };
      places.add(place);
      return {
        ending: controller.signal,
        received(bytes) {
          place.bytes += bytes;
          const all = [...places];
          if (all.reduce((sum, one) => sum + one.bytes, 0) <= bytesMax) return;
          const ended = all
            .filter((one) => one.isComing && one.bytes > 0)
            .sort((one, other) => speedOf(one) - speedOf(other))[0];
          ended?.end();
        },
        complete() {
          place.isComing = false;
        },
        giveBack: () => void places.delete(place),
      };
    },
  };
}
