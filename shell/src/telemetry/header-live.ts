import { HEADER_LIVE } from '@portal/shared-contract/first-view';

/** Notes that the header answers presses; the first time in a page counts. */
export function markHeaderLive(): void {
  performance.mark?.(HEADER_LIVE);
}

/** When that was, in milliseconds since the page began; undefined before. */
export const headerLiveAt = (): number | undefined =>
  performance.getEntriesByName?.(HEADER_LIVE)[0]?.startTime;
