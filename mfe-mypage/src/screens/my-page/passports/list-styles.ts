import { css } from '#css';

export const list = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(16rem, 100%), 1fr))',
  gap: { base: '5', lg: '8' },
});
export const place = css({
  display: 'grid',
  aspectRatio: '5 / 7',
  // Enlarged text makes the card higher.
  gridTemplateRows: 'minmax(min-content, 1fr)',
});
