import { defineRecipe, defineSlotRecipe } from '@pandacss/dev';
import { column } from './parts.ts';

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
  slots: ['parts', 'part', 'unit', 'opener'],
  base: {
    parts: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'flex-end' },
    part: {
      ...column('1'),
      width: '5rem',
      '&[data-part=year]': { width: '6.5rem' },
    },
    unit: { fontSize: 'sm', color: 'ink.muted' },
    opener: { width: 'full', textAlign: 'start' },
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

/** The towns of a postal code to choose from, below its field. */
export const towns = defineSlotRecipe({
  className: 'towns',
  slots: ['root', 'list'],
  base: {
    root: {
      ...column('2'),
      padding: '3',
      borderRadius: 'md',
      background: 'sunken',
    },
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
