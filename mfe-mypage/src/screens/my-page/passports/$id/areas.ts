import { css } from '#css';

/** The card and the details: one below the other, side by side on a desktop. */
export const areas = css({
  display: 'grid',
  gap: { base: '6', lg: '10' },
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '22rem minmax(0, 1fr)' },
});
