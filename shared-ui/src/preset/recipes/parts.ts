import type { SystemStyleObject } from '@pandacss/dev';

/** One below the other. */
export const column = (gap: string) =>
  ({ display: 'flex', flexDirection: 'column', gap }) satisfies SystemStyleObject;

/** A button without a box of its own, within another component. */
export const bareButton = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  border: '0',
  borderRadius: 'md',
  background: 'transparent',
  cursor: 'pointer',
} satisfies SystemStyleObject;

/** Where `auto-phrase` is unknown, the build's texts mark the phrases (delivery/builder/src/compiled-catalog.ts). */
export const wholePhrases = {
  '&:lang(ja)': { wordBreak: 'auto-phrase' },
  '@supports not (word-break: auto-phrase)': { '&:lang(ja)': { wordBreak: 'keep-all' } },
} satisfies SystemStyleObject;

/** The box of what a member fills in or chooses. */
export const controlBox = {
  background: 'surface',
  border: '1px solid token(colors.outline)',
  borderRadius: 'md',
} satisfies SystemStyleObject;

/** The border also gets wider, because colour alone is not enough. */
export const invalidBox = {
  borderColor: 'danger',
  boxShadow: 'inset 0 0 0 1px token(colors.danger)',
} satisfies SystemStyleObject;

/** The panel of a menu or dialog. It takes the focus itself and needs no outline. */
export const popupPanel = {
  background: 'surface',
  color: 'ink',
  boxShadow: 'popup',
  _focusVisible: { outline: 'none' },
} satisfies SystemStyleObject;
