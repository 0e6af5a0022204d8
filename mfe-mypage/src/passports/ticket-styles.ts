import { css } from '#css';

/** A ticket: its face, and beside or below it the stub. */
export const ticket = css({
  display: 'grid',
  gridTemplateRows: { base: 'minmax(17rem, 1fr) auto', _lowWide: '1fr', lg: '1fr' },
  gridTemplateColumns: {
    base: 'minmax(0, 1fr)',
    _lowWide: 'minmax(0, 1fr) 18rem',
    lg: 'minmax(0, 1fr) 22rem',
  },
  overflow: 'hidden',
  borderBottomRadius: 'xl',
  borderTopRadius: { lg: 'xl' },
  textDecoration: 'none',
  _focusVisible: { outlineOffset: '-5px', outlineColor: 'fixed.white' },
});
export const stub = css({
  layerStyle: 'stub',
  display: 'grid',
  alignContent: { base: 'center', lg: 'space-between' },
  gap: '4',
  px: { base: '5', lg: '8' },
  py: { base: '5', lg: '10' },
});

/** As high as a ticket of a family, whatever comes in its place: what is below stays. */
export const ticketHeight = css({ minHeight: { base: '33rem', _lowWide: '17rem', lg: '29rem' } });
/** On a phone a ticket reaches to the edges of the screen. */
export const ticketPlace = css({ mx: { base: '-5', lg: '0' } });
