import { css } from '#css';

/** As high as a ticket of a family, whatever comes in its place: what is below stays. */
export const ticketHeight = css({ minHeight: { base: '33rem', _lowWide: '17rem', lg: '29rem' } });
/** On a phone a ticket reaches to the edges of the screen. */
export const ticketPlace = css({ mx: { base: '-5', lg: '0' } });
