import { defineRecipe, defineSlotRecipe } from '@pandacss/dev';
import { bareButton, column, wholePhrases } from './parts.ts';

const TONES = ['info', 'success', 'warning', 'danger'] as const;
type Tone = (typeof TONES)[number];

const perTone = <T>(make: (tone: Tone) => T) =>
  Object.fromEntries(TONES.map((tone) => [tone, make(tone)])) as Record<Tone, T>;

export const banner = defineSlotRecipe({
  className: 'banner',
  slots: ['root', 'mark', 'body', 'title', 'action'],
  base: {
    root: {
      display: 'grid',
      gridTemplateColumns: 'auto 1fr',
      gap: '3',
      padding: '4',
      borderRadius: 'md',
      border: '1px solid',
      borderColor: 'currentColor',
    },
    mark: { display: 'flex', paddingTop: '0.15em' },
    body: { minWidth: '0', color: 'ink', ...column('2') },
    title: { fontWeight: 'bold' },
    action: { display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: '1' },
  },
  variants: {
    tone: perTone((tone) => ({ root: { background: `${tone}.soft`, color: tone } })),
  },
  defaultVariants: { tone: 'info' },
});

export const badge = defineRecipe({
  className: 'badge',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '1.75rem',
    px: '3',
    borderRadius: 'full',
    fontSize: 'sm',
    fontWeight: 'medium',
    lineHeight: 'tight',
    _forcedColors: { border: '1px solid' },
  },
  variants: {
    tone: {
      neutral: { background: 'sunken', color: 'ink' },
      accent: { background: 'accent.soft', color: 'accent' },
      ...perTone((tone) => ({ background: `${tone}.soft`, color: tone })),
    },
  },
  defaultVariants: { tone: 'neutral' },
});

export const toast = defineSlotRecipe({
  className: 'toast',
  slots: ['region', 'root', 'words', 'close'],
  base: {
    region: {
      position: 'fixed',
      // On a phone above the navigation.
      insetBlockEnd: { base: 'calc(5rem + env(safe-area-inset-bottom))', lg: '4' },
      insetInline: '4',
      zIndex: 'toast',
      ...column('2'),
      alignItems: 'center',
      pointerEvents: 'none',
    },
    root: {
      pointerEvents: 'auto',
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      width: 'full',
      maxWidth: '28rem',
      paddingInlineStart: '4',
      paddingInlineEnd: '1',
      py: '1',
      borderRadius: 'md',
      background: 'ink',
      color: 'paper',
      boxShadow: 'popup',
      animation: 'rise token(durations.normal) token(easings.out)',
      _forcedColors: { border: '1px solid' },
    },
    words: { flex: '1', minWidth: '0', py: '2' },
    close: {
      ...bareButton,
      minWidth: 'target',
      minHeight: 'target',
      color: 'inherit',
      _focusVisible: { outlineColor: 'currentColor', outlineOffset: '-4px' },
    },
  },
});

export const spinner = defineRecipe({
  className: 'spinner',
  base: {
    display: 'inline-block',
    borderRadius: 'full',
    border: '0.15em solid currentColor',
    borderInlineEndColor: 'transparent',
    animation: 'turn 800ms linear infinite',
    // Without rotation it would look like a broken ring, so it pulses instead.
    '@media (prefers-reduced-motion: reduce)': { borderStyle: 'dotted' },
  },
  variants: {
    size: { sm: { boxSize: '1.25em' }, lg: { boxSize: '10', color: 'accent', borderWidth: '3px' } },
  },
  defaultVariants: { size: 'sm' },
});

export const progressBar = defineSlotRecipe({
  className: 'progress-bar',
  slots: ['root', 'bar'],
  base: {
    root: {
      position: 'fixed',
      insetBlockStart: '0',
      insetInline: '0',
      zIndex: 'toast',
      height: '3px',
      pointerEvents: 'none',
    },
    bar: {
      height: 'full',
      background: 'accent',
      transformOrigin: 'left',
      animation: 'creep 8s cubic-bezier(0.1, 0.7, 0.3, 1) forwards',
      _forcedColors: { background: 'Highlight' },
    },
  },
});

export const skeleton = defineRecipe({
  className: 'skeleton',
  base: {
    display: 'block',
    background: 'line',
    color: 'transparent',
    borderRadius: 'sm',
    animation: 'breathe 1.6s ease-in-out infinite',
    _forcedColors: { border: '1px solid GrayText' },
  },
  variants: {
    shape: {
      line: { height: '1em', my: '0.375em', width: 'full' },
      title: { height: '1.75rem', my: '0.35rem', width: '60%' },
      block: { height: '8rem', borderRadius: 'lg' },
      circle: { boxSize: '10', borderRadius: 'full' },
      fill: { height: 'full' },
    },
    width: { full: {}, half: { width: '50%' }, third: { width: '33%' } },
  },
  defaultVariants: { shape: 'line', width: 'full' },
});

export const emptyState = defineSlotRecipe({
  className: 'empty-state',
  slots: ['root', 'mark', 'title', 'words'],
  base: {
    root: { ...column('3'), alignItems: 'center', px: '4', py: '10', textAlign: 'center' },
    mark: {
      display: 'grid',
      placeItems: 'center',
      boxSize: '16',
      borderRadius: 'full',
      background: 'sunken',
      color: 'ink.muted',
      fontSize: 'xl',
    },
    title: { textStyle: 'subheading', ...wholePhrases },
    words: { color: 'ink.muted', maxWidth: '28rem' },
  },
});
