export const PASSWORD = 'sakura-mochi-2026';
/** Reserved for measuring (RFC 2544), so that no address here is anybody's. */
const ADDRESSES = '198.18';
const ADDRESSES_PER_BLOCK = 250;

/** An address for each member: behind one, the server would rightly count them together. */
export function addressOf(index: number): string {
  const [block, host] = [Math.floor(index / ADDRESSES_PER_BLOCK), index % ADDRESSES_PER_BLOCK];
  return `${ADDRESSES}.${block}.${host + 1}`;
}
