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
const notch = {
  content: '""',
  position: 'absolute',
  boxSize: '6',
  borderRadius: 'full',
  background: 'paper',
  _forcedColors: { display: 'none' },
} as const;
/** A perforation with two punched notches divides it from the face. */
export const stub = css({
  position: 'relative',
  display: 'grid',
  alignContent: { base: 'center', lg: 'space-between' },
  gap: '4',
  px: { base: '5', lg: '8' },
  py: { base: '5', lg: '10' },
  borderTop: { base: '2px dashed token(colors.fixed.lift)', _lowWide: '0', lg: '0' },
  borderInlineStart: {
    _lowWide: '2px dashed token(colors.fixed.lift)',
    lg: '2px dashed token(colors.fixed.lift)',
  },
  _before: {
    ...notch,
    insetBlockStart: '-3',
    insetInlineStart: '-3',
  },
  _after: {
    ...notch,
    insetBlockStart: { base: '-3', _lowWide: 'auto', lg: 'auto' },
    insetBlockEnd: { _lowWide: '-3', lg: '-3' },
    insetInlineEnd: { base: '-3', _lowWide: 'auto', lg: 'auto' },
    insetInlineStart: { _lowWide: '-3', lg: '-3' },
  },
});
