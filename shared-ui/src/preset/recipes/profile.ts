import { defineRecipe, defineSlotRecipe } from '@pandacss/dev';
import { bareButton, column } from './parts.ts';

/** Two controls that belong together, side by side if there is room. */
export const formPair = defineRecipe({
  className: 'form-pair',
  base: { display: 'grid', gap: '4', alignItems: 'start' },
  variants: {
    kind: {
      even: { gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } },
      phone: {
        gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 3fr)' },
      },
    },
  },
  defaultVariants: { kind: 'even' },
});

/** A date in three fields, each with the name of its part after or above it. */
export const dateField = defineSlotRecipe({
  className: 'date-field',
  slots: ['parts', 'part', 'unit'],
  base: {
    parts: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'flex-end' },
    part: { ...column('1'), width: '5rem', '&[data-part=year]': { width: '6.5rem' } },
    unit: { fontSize: 'sm', color: 'ink.muted' },
  },
});

/** Rows are 44 px high and six are visible. */
const ROW = '44px';
const SIX_ROWS = '264px';
/** The space before the first row and after the last, so that each can be in the middle. */
const MARGIN_ROWS = '110px';

export const wheel = defineSlotRecipe({
  className: 'wheel',
  slots: ['root', 'band', 'part', 'unit', 'column', 'rows', 'row'],
  base: {
    root: { position: 'relative', display: 'flex', gap: '2' },
    part: { flex: '1', minWidth: '0' },
    unit: {
      display: 'block',
      textAlign: 'center',
      fontSize: 'sm',
      color: 'ink.muted',
      lineHeight: '1.5rem',
    },
    band: {
      position: 'absolute',
      insetInline: '0',
      top: `calc(1.5rem + ${MARGIN_ROWS})`,
      height: ROW,
      borderRadius: 'md',
      background: 'accent.soft',
      border: '1px solid token(colors.line)',
      pointerEvents: 'none',
    },
    column: {
      position: 'relative',
      height: SIX_ROWS,
      overflow: 'hidden',
      borderRadius: 'md',
      touchAction: 'none',
      cursor: 'grab',
      maskImage: 'linear-gradient(transparent, black 35%, black 65%, transparent)',
    },
    rows: { listStyle: 'none', margin: '0', padding: '0', paddingBlock: MARGIN_ROWS },
    row: {
      height: ROW,
      lineHeight: ROW,
      textAlign: 'center',
      fontSize: 'lg',
      fontVariantNumeric: 'tabular-nums',
      userSelect: 'none',
      color: 'ink',
      '&[aria-selected=true]': { fontWeight: 'bold' },
      _forcedColors: { '&[aria-selected=true]': { color: 'Highlight' } },
    },
  },
});

/** The days of a month to choose from, as wide as the dialog has room. */
export const monthGrid = defineSlotRecipe({
  className: 'month-grid',
  slots: ['root', 'head', 'name', 'grid', 'weekday', 'cell', 'day'],
  base: {
    root: { mx: '-4', color: 'ink' },
    head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2' },
    name: { fontWeight: 'bold', fontVariantNumeric: 'tabular-nums' },
    grid: { width: 'full', tableLayout: 'fixed', borderCollapse: 'collapse' },
    weekday: {
      height: '8',
      fontSize: 'sm',
      fontWeight: 'normal',
      color: 'ink.muted',
      '&[data-weekday="0"]': { color: 'danger' },
      '&[data-weekday="6"]': { color: 'accent' },
    },
    cell: { p: '0' },
    day: {
      ...bareButton,
      width: 'full',
      height: 'target',
      p: '0',
      // Two digits of enlarged text in a seventh of the dialog.
      fontSize: 'min(token(fontSizes.md), 7vw)',
      color: 'ink',
      fontVariantNumeric: 'tabular-nums',
      '&[data-weekday="0"]:not([aria-pressed=true])': { color: 'danger' },
      '&[data-weekday="6"]:not([aria-pressed=true])': { color: 'accent' },
      '&[aria-current]': { boxShadow: 'inset 0 0 0 1px currentColor' },
      _hover: { '&:not(:disabled, [aria-pressed=true])': { background: 'accent.soft' } },
      '&[aria-pressed=true]': {
        background: 'accent',
        color: 'accent.on',
        fontWeight: 'bold',
        _forcedColors: { background: 'Highlight', color: 'HighlightText' },
      },
      // Still told from the days of other months, which are not there.
      _disabled: { color: 'ink.muted', opacity: '0.5', background: 'none', cursor: 'not-allowed' },
      _focusVisible: { outlineOffset: '-2px' },
    },
  },
});

/** The towns of a postal code to choose from, below its field. */
export const towns = defineSlotRecipe({
  className: 'towns',
  slots: ['root', 'list'],
  base: {
    root: { ...column('2'), padding: '3', borderRadius: 'md', background: 'sunken' },
    list: {
      ...column('2'),
      maxHeight: '18rem',
      overflowY: 'auto',
      listStyle: 'none',
      margin: '0',
      padding: '0',
    },
  },
});
