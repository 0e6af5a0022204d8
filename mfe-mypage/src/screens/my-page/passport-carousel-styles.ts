import { css } from '#css';

// The padding leaves room for the cards' shadows and focus rings, which scrolling would clip.
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
  alignContent: 'start',
  gap: '3',
  '&[data-only]': { flexBasis: 'min(100%, 24rem)' },
});
