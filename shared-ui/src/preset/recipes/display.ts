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
  variants: { size: { sm: { boxSize: '1.125em' }, md: { boxSize: '6' }, lg: { boxSize: '8' } } },
  defaultVariants: { size: 'md' },
});

export const artPicture = defineRecipe({
  className: 'art-picture',
  base: {
    '& img': {
      boxSize: 'full',
      objectFit: 'cover',
      objectPosition: '50% 33%',
      animation: 'settle 600ms token(easings.out)',
    },
  },
});

export const iconDisc = defineRecipe({
  className: 'icon-disc',
  base: { display: 'grid', placeItems: 'center', flexShrink: '0', borderRadius: 'full' },
  variants: {
    size: { md: { boxSize: '10' }, lg: { boxSize: '12' } },
    tone: {
      accent: { background: 'accent.soft', color: 'accent' },
      success: { background: 'success.soft', color: 'success' },
    },
  },
  defaultVariants: { size: 'md', tone: 'accent' },
});

export const logo = defineSlotRecipe({
  className: 'logo',
  slots: ['root', 'mark', 'name'],
  base: {
    // One line high: a name without room beside the mark falls below it, so that it is seen whole or not at all.
    root: {
      display: 'inline-flex',
      flexWrap: 'wrap',
      columnGap: '2',
      height: 'target',
      overflow: 'hidden',
      color: 'accent',
    },
    mark: { width: '8', height: 'target', flexShrink: '0' },
    name: {
      display: 'inline-flex',
      alignItems: 'center',
      height: 'target',
      whiteSpace: 'nowrap',
      color: 'ink',
      fontWeight: 'bold',
      fontSize: 'lg',
      lineHeight: 'tight',
    },
  },
  variants: {
    compact: {
      // On a phone only the mark shows; screen readers still read the name.
      true: { name: { smDown: { display: 'block', srOnly: true } } },
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
    boxSize: '12',
    fontSize: 'lg',
    lineHeight: '1',
    overflow: 'hidden',
    _forcedColors: { border: '1px solid' },
  },
});

export const descriptionList = defineSlotRecipe({
  className: 'description-list',
  slots: ['root', 'row', 'term', 'value', 'none'],
  base: {
    root: { margin: '0' },
    row: {
      display: 'flex',
      // Beside enlarged text a value would have room for a letter a line, so it goes below its name.
      flexWrap: 'wrap',
      alignItems: 'baseline',
      columnGap: '4',
      minHeight: '12',
      py: '2.5',
      borderBottom: '1px solid token(colors.line)',
      _last: { borderBottom: '0' },
    },
    term: {
      flex: '0 0 auto',
      width: { base: '31%', sm: '32%' },
      minWidth: { base: '6rem', sm: '9rem' },
      color: 'ink.muted',
      fontSize: { base: 'sm', sm: 'md' },
    },
    value: { flex: '1 1 9rem', margin: '0', minWidth: '0', whiteSpace: 'pre-line' },
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
      '&[data-unread]': { background: 'danger', _forcedColors: { background: 'Highlight' } },
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

/** A row that leads somewhere, and what stands in it. */
export const row = defineSlotRecipe({
  className: 'row',
  slots: ['root', 'mark', 'bar', 'texts', 'note', 'arrow', 'link'],
  base: {
    root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' },
    mark: { display: 'inline-flex', color: 'ink.muted' },
    bar: {
      alignSelf: 'stretch',
      minHeight: '10',
      width: '1',
      borderRadius: 'full',
      background: 'danger',
      _forcedColors: { background: 'Highlight' },
    },
    texts: {
      display: 'grid',
      gap: '0.5',
      // Never so wide that the chevron has no room beside it.
      flex: '1 1 min(8rem, 100% - token(spacing.6) - token(spacing.3))',
      minWidth: '0',
    },
    note: { textStyle: 'note', color: 'ink.muted' },
    arrow: { color: 'outline' },
    link: {
      color: 'ink',
      fontWeight: 'bold',
      lineHeight: 'tight',
      textUnderlineOffset: '0.2em',
      _after: { content: '""', position: 'absolute', inset: '0' },
    },
  },
});

export const steps = defineSlotRecipe({
  className: 'steps',
  slots: ['root', 'summary', 'list', 'item', 'number', 'name'],
  base: {
    root: column('1'),
    summary: { fontWeight: 'bold', sm: { display: 'none' } },
    list: {
      display: 'flex',
      // With enlarged text the steps take two rows; five fit a phone of 320 px otherwise.
      flexWrap: 'wrap',
      gap: '2',
      listStyle: 'none',
      padding: '0',
      margin: '0',
    },
    item: {
      flex: '1 1 3rem',
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
    number: { fontVariantNumeric: 'tabular-nums', smDown: { srOnly: true } },
    name: { lineHeight: 'tight', smDown: { srOnly: true } },
  },
});

export const installSteps = defineRecipe({
  className: 'install-steps',
  base: { ...column('2'), listStyle: 'decimal', paddingInlineStart: '6' },
});
