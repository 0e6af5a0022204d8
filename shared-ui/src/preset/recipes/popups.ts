import { defineSlotRecipe } from '@pandacss/dev';
import { column, popupPanel } from './parts.ts';

export const dialog = defineSlotRecipe({
  className: 'dialog',
  slots: ['veil', 'place', 'content', 'title', 'words', 'actions'],
  base: {
    veil: {
      position: 'fixed',
      inset: '0',
      background: 'veil',
      zIndex: 'veil',
      _open: { animation: 'appear token(durations.normal) ease-out' },
      _closed: { animation: 'vanish token(durations.fast) ease-in' },
    },
    place: {
      position: 'fixed',
      inset: '0',
      // Above the keyboard of a phone (shell/src/page/keyboard-room.ts).
      insetBlockEnd: 'var(--keyboard, 0px)',
      zIndex: 'dialog',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 28rem)',
      placeContent: 'center',
      padding: '4',
      overflowY: 'auto',
    },
    content: {
      ...column('4'),
      padding: '6',
      borderRadius: 'lg',
      ...popupPanel,
      _open: { animation: 'rise token(durations.normal) token(easings.out)' },
      _closed: { animation: 'vanish token(durations.fast) ease-in' },
      _forcedColors: { border: '1px solid' },
    },
    title: { textStyle: 'heading' },
    words: { color: 'ink.muted' },
    actions: {
      display: 'flex',
      flexWrap: 'wrap-reverse',
      justifyContent: 'flex-end',
      gap: '3',
      // In sight above a phone's keyboard, where the words and fields are longer than what is left.
      '@media (min-height: 30rem)': {
        position: 'sticky',
        insetBlockEnd: '0',
        marginBlockEnd: '-4',
        // Above the keyboard there is no room for it.
        paddingBlock: '0 max(0px, calc(token(spacing.4) - var(--keyboard, 0px)))',
        background: 'surface',
      },
    },
  },
});

export const menu = defineSlotRecipe({
  className: 'menu',
  slots: ['place', 'content', 'item', 'mark'],
  base: {
    place: { zIndex: 'popup !important' },
    content: {
      minWidth: '12rem',
      maxHeight: '500px',
      overflowY: 'auto',
      padding: '1',
      borderRadius: 'md',
      ...popupPanel,
      border: '1px solid token(colors.line)',
      _open: { animation: 'rise token(durations.fast) ease-out' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      minHeight: 'target',
      px: '3',
      borderRadius: 'sm',
      cursor: 'pointer',
      _highlighted: {
        background: 'accent.soft',
        _forcedColors: { background: 'Highlight', color: 'HighlightText' },
      },
      _disabled: { color: 'ink.muted', cursor: 'not-allowed' },
    },
    mark: { display: 'inline-flex', color: 'accent' },
  },
});
