import { defineRecipe, defineSlotRecipe } from '@pandacss/dev';
import { column } from './parts.ts';

export const icon = defineRecipe({
  className: 'icon',
  base: {
    display: 'inline-block',
    flexShrink: '0',
    verticalAlign: '-0.2em',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '1.75',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
  variants: {
    size: {
      sm: { boxSize: '1.125em' },
      md: { boxSize: '6' },
      lg: { boxSize: '8' },
    },
  },
  defaultVariants: { size: 'md' },
});

export const iconDisc = defineRecipe({
  className: 'icon-disc',
  base: { display: 'grid', placeItems: 'center', flexShrink: '0', borderRadius: 'full' },
  variants: {
    size: { md: { boxSize: '10' }, lg: { boxSize: '12' } },
    tone: {
      accent: { background: 'accent.soft', color: 'accent' },
      warning: { background: 'warning.soft', color: 'warning' },
      success: { background: 'success.soft', color: 'success' },
    },
  },
  defaultVariants: { size: 'md', tone: 'accent' },
});

export const logo = defineSlotRecipe({
  className: 'logo',
  slots: ['root', 'mark', 'name'],
  base: {
    root: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minHeight: 'target',
      color: 'accent',
    },
    mark: { boxSize: '8', flexShrink: '0' },
    name: {
      color: 'ink',
      fontWeight: 'bold',
      fontSize: 'lg',
      lineHeight: 'tight',
      // With enlarged text on a phone only the mark shows, as in `compact`.
      '@media (max-width: 17rem)': { srOnly: true },
    },
  },
  variants: {
    compact: {
      // On a phone only the mark shows; screen readers still read the name.
      true: { name: { smDown: { srOnly: true } } },
    },
  },
});

export const avatar = defineRecipe({
  className: 'avatar',
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: '0',
    borderRadius: 'full',
    background: 'accent.soft',
    color: 'accent',
    fontWeight: 'bold',
    lineHeight: '1',
    overflow: 'hidden',
    _forcedColors: { border: '1px solid' },
  },
  variants: {
    size: {
      sm: { boxSize: '8', fontSize: 'sm' },
      md: { boxSize: '12', fontSize: 'lg' },
    },
  },
  defaultVariants: { size: 'md' },
});

export const descriptionList = defineSlotRecipe({
  className: 'description-list',
  slots: ['root', 'row', 'term', 'value', 'none'],
  base: {
    root: { margin: '0' },
    row: {
      display: 'grid',
      gridTemplateColumns: { base: '1fr', sm: 'minmax(9rem, 1fr) 2fr' },
      columnGap: '4',
      py: '3',
      borderBottom: '1px solid token(colors.line)',
      _last: { borderBottom: '0' },
    },
    term: { color: 'ink.muted', fontSize: { base: 'sm', sm: 'md' } },
    value: { margin: '0', minWidth: '0', whiteSpace: 'pre-line' },
    none: { color: 'ink.muted' },
  },
});

/** Beside the dot of an unread notification stand its date, title and preview. */
export const notificationSummary = defineSlotRecipe({
  className: 'notification-summary',
  slots: ['dot', 'texts', 'date', 'title', 'preview'],
  base: {
    dot: {
      boxSize: '2',
      mt: '2',
      borderRadius: 'full',
      '&[data-unread]': { background: 'accent', _forcedColors: { background: 'Highlight' } },
    },
    texts: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1' },
    date: { textStyle: 'note', color: 'ink.muted', fontVariantNumeric: 'tabular-nums' },
    title: {
      lineHeight: 'tight',
      color: 'ink.muted',
      '&[data-unread]': { color: 'ink', fontWeight: 'bold' },
    },
    preview: { textStyle: 'note', color: 'ink.muted', lineHeight: 'tight', lineClamp: '2' },
  },
});

export const steps = defineSlotRecipe({
  className: 'steps',
  slots: ['root', 'item', 'number', 'name'],
  base: {
    root: { display: 'flex', gap: '2', listStyle: 'none', padding: '0', margin: '0' },
    item: {
      flex: '1 1 0',
      minWidth: '0',
      ...column('1'),
      paddingTop: '2',
      borderTop: '4px solid token(colors.line)',
      color: 'ink.muted',
      fontSize: 'sm',
      _forcedColors: { borderColor: 'GrayText' },
      '&[data-state=done]': { borderColor: 'accent', _forcedColors: { borderColor: 'Highlight' } },
      '&[data-state=current]': {
        borderColor: 'accent',
        color: 'ink',
        fontWeight: 'bold',
        _forcedColors: { borderColor: 'Highlight' },
      },
    },
    number: { fontVariantNumeric: 'tabular-nums' },
    name: {
      lineHeight: 'tight',
      // On a phone only the current step shows its name; screen readers read all of them.
      '[data-state=done] > &, [data-state=todo] > &': {
        smDown: {
          position: 'absolute',
          boxSize: '1px',
          overflow: 'hidden',
          clipPath: 'inset(50%)',
        },
      },
      // It is alone in its row there, so it may take its neighbour's room before it wraps.
      '[data-state=current] > &': { smDown: { width: 'max-content', maxWidth: '200%' } },
      '[data-state=current]:last-child > &': {
        smDown: { alignSelf: 'flex-end', textAlign: 'end' },
      },
    },
  },
});
