import { defineRecipe } from '@pandacss/dev';
import { wholePhrases } from './parts.ts';

/** A disabled button, still legible. Each variant repeats it, because their layer overrides the base. */
const whenDisabled = {
  '&:disabled:not([aria-busy=true])': {
    background: 'sunken',
    borderColor: 'line',
    color: 'ink.muted',
    _forcedColors: { color: 'GrayText', borderColor: 'GrayText' },
  },
} as const;

export const button = defineRecipe({
  className: 'button',
  description: 'Button and LinkButton.',
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minHeight: 'target',
    minWidth: 'target',
    border: '1px solid transparent',
    borderRadius: 'md',
    fontWeight: 'bold',
    lineHeight: 'tight',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    userSelect: 'none',
    transition: 'background-color, border-color, color',
    transitionDuration: 'fast',
    _disabled: { cursor: 'not-allowed' },
    // While busy, the hidden label keeps its place, so that the button keeps its width (design §7.4).
    '&[aria-busy=true]': { cursor: 'progress' },
    '&[aria-busy=true] [data-label]': { opacity: 0 },
    '& [data-label]': { display: 'inline-flex', alignItems: 'center', gap: '2', ...wholePhrases },
    '& [data-busy-mark]': { position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' },
  },
  variants: {
    variant: {
      solid: {
        ...whenDisabled,
        background: 'accent',
        color: 'accent.on',
        _hover: { '&:not(:disabled)': { background: 'accent.hover' } },
      },
      outline: {
        ...whenDisabled,
        background: 'surface',
        borderColor: 'outline',
        color: 'ink',
        _hover: { '&:not(:disabled)': { background: 'sunken' } },
      },
      ghost: {
        ...whenDisabled,
        background: 'transparent',
        color: 'ink',
        _hover: { '&:not(:disabled)': { background: 'sunken' } },
      },
      danger: {
        ...whenDisabled,
        background: 'danger',
        color: 'danger.on',
        _hover: { '&:not(:disabled)': { background: 'danger.hover' } },
      },
      // On the ground of a passport, whose colors are the same in both themes.
      light: {
        background: 'fixed.white',
        color: 'fixed.ink',
        _hover: { '&:not(:disabled)': { background: 'fixed.soft' } },
      },
      lift: {
        background: 'fixed.lift',
        color: 'fixed.white',
        _hover: { '&:not(:disabled)': { textDecoration: 'underline' } },
      },
      link: {
        ...whenDisabled,
        background: 'transparent',
        color: 'accent',
        textDecoration: 'underline',
        textUnderlineOffset: '0.2em',
        // `&&` raises the specificity above the size variant, because a link needs no padding at its sides.
        '&&': { px: '1' },
        _hover: { '&:not(:disabled)': { color: 'accent.hover', textDecorationThickness: '2px' } },
      },
    },
    size: {
      sm: { fontSize: 'sm', px: '3' },
      md: { fontSize: 'md', px: '5', minHeight: '12' },
      lg: { fontSize: 'lg', px: '6', minHeight: '14' },
      icon: { padding: '2' },
    },
    wide: { true: { width: 'full' }, onPhone: { width: { base: 'full', sm: 'auto' } } },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
});
