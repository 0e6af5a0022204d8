import { defineRecipe, defineSlotRecipe } from '@pandacss/dev';
import { bareButton, column, controlBox, invalidBox } from './parts.ts';

export const field = defineSlotRecipe({
  className: 'field',
  slots: ['root', 'label', 'mark', 'hint', 'error', 'counter', 'foot', 'box', 'reveal'],
  base: {
    root: { ...column('1'), minWidth: '0', border: '0', p: '0' },
    label: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '2',
      fontWeight: 'medium',
      lineHeight: 'tight',
      padding: '0',
    },
    mark: {
      fontSize: 'sm',
      fontWeight: 'medium',
      px: '1.5',
      borderRadius: 'sm',
      background: 'accent.soft',
      color: 'accent',
    },
    hint: { fontSize: 'sm', color: 'ink.muted' },
    error: {
      display: 'flex',
      gap: '1',
      alignItems: 'flex-start',
      fontSize: 'sm',
      color: 'danger',
      fontWeight: 'medium',
      '& svg': { flexShrink: '0', marginTop: '0.2em' },
    },
    foot: { display: 'flex', justifyContent: 'space-between', gap: '4' },
    counter: { fontSize: 'sm', color: 'ink.muted', marginInlineStart: 'auto' },
    box: { position: 'relative', display: 'flex', alignItems: 'stretch' },
    reveal: {
      ...bareButton,
      position: 'absolute',
      insetInlineEnd: '0',
      insetBlock: '0',
      minWidth: 'target',
      px: '3',
      color: 'accent',
      fontSize: 'sm',
      _hover: { textDecoration: 'underline' },
    },
  },
});

export const control = defineRecipe({
  className: 'control',
  base: {
    appearance: 'none',
    display: 'block',
    flex: '1',
    width: 'full',
    minWidth: '0',
    minHeight: '12',
    px: '3',
    py: '2',
    ...controlBox,
    color: 'ink',
    // At least 16 px, so that a phone does not zoom in on focus.
    fontSize: 'md',
    lineHeight: 'tight',
    _placeholder: { color: 'ink.muted', opacity: 1 },
    _focusVisible: { outlineOffset: '0' },
    '&:is([aria-invalid=true], [data-invalid])': invalidBox,
    _disabled: { background: 'sunken', color: 'ink.muted', cursor: 'not-allowed' },
    // Not `:read-only`, which matches every button and select too.
    '&[readonly]': { background: 'sunken' },
  },
  variants: {
    kind: {
      text: {},
      area: { minHeight: '7rem', lineHeight: 'body', resize: 'vertical' },
      password: { paddingInlineEnd: '6rem' },
      select: {
        textAlign: 'start',
        paddingInlineEnd: '10',
        cursor: 'pointer',
        // The device draws the options of a select and needs plain colours.
        '& option': { background: 'surface', color: 'ink' },
        '& + svg': {
          position: 'absolute',
          insetInlineEnd: '3',
          insetBlockStart: '50%',
          transform: 'translateY(-50%)',
          pointerEvents: 'none',
        },
      },
    },
  },
  defaultVariants: { kind: 'text' },
});

/** A checkbox or radio button with its label; the whole row can be tapped. */
export const choice = defineSlotRecipe({
  className: 'choice',
  slots: ['root', 'input', 'words', 'hint', 'group'],
  base: {
    root: {
      display: 'grid',
      gridTemplateColumns: 'auto 1fr',
      columnGap: '3',
      alignItems: 'start',
      minHeight: 'target',
      py: '2',
      cursor: 'pointer',
      '&:has(:disabled)': { cursor: 'not-allowed', color: 'ink.muted' },
    },
    input: {
      boxSize: '6',
      margin: '0',
      accentColor: 'token(colors.accent)',
      cursor: 'inherit',
      // The browser fills one that is not chosen with grey in the dark appearance, as if it were.
      '&:not(:checked)': {
        appearance: 'none',
        border: '2px solid token(colors.outline)',
        borderRadius: 'sm',
        background: 'surface',
        _forcedColors: { appearance: 'auto' },
      },
      '&[type=radio]': { borderRadius: 'full' },
    },
    words: { lineHeight: '1.5rem', minWidth: '0' },
    hint: { display: 'block', fontSize: 'sm', color: 'ink.muted' },
    group: { display: 'flex', flexDirection: 'column', marginTop: '1' },
  },
  variants: {
    look: {
      plain: {},
      card: {
        root: {
          px: '4',
          py: '3',
          ...controlBox,
          '&:has(:checked)': {
            borderColor: 'accent',
            background: 'accent.soft',
            boxShadow: 'inset 0 0 0 1px token(colors.accent)',
          },
        },
        group: { gap: '2' },
      },
    },
  },
  defaultVariants: { look: 'plain' },
});

export const fieldset = defineSlotRecipe({
  className: 'fieldset',
  slots: ['root', 'legend', 'body'],
  base: {
    root: { border: '0', padding: '0', margin: '0', minWidth: '0' },
    legend: { textStyle: 'subheading', padding: '0', marginBottom: '3' },
    body: column('5'),
  },
});

/** Around one line of text: a target's height in all. */
const TO_TARGET_SIZE = 'calc((token(sizes.target) - 1lh) / 2)';

export const errorSummary = defineSlotRecipe({
  className: 'error-summary',
  slots: ['root', 'title', 'list', 'link'],
  base: {
    root: {
      padding: '4',
      border: '2px solid token(colors.danger)',
      borderRadius: 'md',
      background: 'danger.soft',
    },
    title: { textStyle: 'subheading', color: 'danger' },
    list: {
      marginTop: '1',
      paddingInlineStart: '5',
      listStyle: 'disc',
      '& > li': { py: TO_TARGET_SIZE },
    },
    // Inline, so that the bullet stands beside the first line; the padding only enlarges the tap target.
    link: {
      py: 'calc((token(sizes.target) - 1em) / 2)',
      color: 'danger',
      textDecoration: 'underline',
      textUnderlineOffset: '0.2em',
    },
  },
});

export const pinInput = defineSlotRecipe({
  className: 'pin-input',
  slots: ['boxes', 'box', 'field'],
  base: {
    boxes: {
      position: 'relative',
      display: 'flex',
      gap: { base: '1.5', sm: '2' },
      maxWidth: '22rem',
    },
    box: {
      flex: '1 1 0',
      minWidth: '0',
      display: 'grid',
      placeItems: 'center',
      height: '3.25rem',
      fontSize: 'xl',
      fontWeight: 'medium',
      fontVariantNumeric: 'tabular-nums',
      ...controlBox,
      color: 'ink',
      '&[data-invalid]': invalidBox,
      '&[data-current]': { outline: '3px solid token(colors.focus)', outlineOffset: '0' },
    },
    // The input lies over the boxes with invisible text; the boxes show the digits.
    field: {
      position: 'absolute',
      inset: '0',
      boxSize: 'full',
      padding: '0',
      border: '0',
      background: 'transparent',
      color: 'transparent',
      caretColor: 'transparent',
      fontSize: 'md',
      outline: 'none',
      forcedColorAdjust: 'none',
      _selection: { background: 'transparent', color: 'transparent' },
      _focusVisible: { outline: 'none' },
    },
  },
});

/** The strength of a password: a bar and a word below its field. */
export const passwordStrength = defineSlotRecipe({
  className: 'password-strength',
  slots: ['root', 'bar'],
  base: {
    root: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '3',
      mt: '2',
      color: 'ink.muted',
    },
    bar: {
      flex: '0 1 6rem',
      height: '1.5',
      borderRadius: 'full',
      background: 'line',
      _before: {
        content: '""',
        display: 'block',
        width: '25%',
        height: 'full',
        borderRadius: 'full',
        background: 'ink.muted',
      },
      '&[data-strength=weak]::before': { width: '40%', background: 'warning' },
      '&[data-strength=fair]::before': { width: '75%', background: 'accent' },
      '&[data-strength=strong]::before': { width: 'full', background: 'success' },
    },
  },
});
