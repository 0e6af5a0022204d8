import { HEADER_LIVE } from '@portal/shared-contract/first-view';

/** Notes that the header answers presses; the first time in a page counts. */
export function markHeaderLive(): void {
  performance.mark?.(HEADER_LIVE);
}
