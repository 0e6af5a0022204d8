import { css } from '#css';

// On a phone the tickets reach to the edges of the screen.
export const cards = css({
  display: 'flex',
  gap: { base: '2', lg: '4' },
  mx: { base: '-5', lg: '0' },
  overflowX: 'auto',
  scrollSnapType: 'x mandatory',
  overscrollBehaviorX: 'contain',
  scrollbarWidth: 'none',
});
/** Of several, the edge of the next one shows. */
export const place = css({
  flex: '0 0 calc(100% - 2.5rem)',
  minWidth: '0',
  scrollSnapAlign: 'start',
  lg: { flexBasis: 'calc(100% - 6rem)' },
  '&[data-only]': { flexBasis: '100%' },
});
/** As high as a ticket, whatever comes in its place: what is below stays. */
export const ticketHeight = css({ minHeight: { base: '28.75rem', lg: '29rem' } });
