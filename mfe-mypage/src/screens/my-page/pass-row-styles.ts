import { css } from '#css';

// Swiped from card to card; the room around lets shadows and focus rings show.
export const cards = css({
  display: 'flex',
  gap: '4',
  overflowX: 'auto',
  scrollSnapType: 'x mandatory',
  scrollPaddingInline: '1',
  overscrollBehaviorX: 'contain',
  p: '1',
  pb: '3',
  mx: '-1',
  scrollbarWidth: 'thin',
});
export const place = css({
  flex: '0 0 min(88%, 20rem)',
  scrollSnapAlign: 'start',
  display: 'grid',
  '&[data-only]': { flexBasis: 'min(100%, 24rem)' },
});
