import { css } from '#css';

/** The line below each row of a list but the last. */
export const rowLine = css({
  borderBottomWidth: '1px',
  borderColor: 'line',
  _last: { borderBottomWidth: '0' },
});

/** A row that can be tapped: its text on the left, a chevron on the right (design §5.1). */
export const tappableRow = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  minHeight: '12',
});
