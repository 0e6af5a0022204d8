import type { GlobalStyleObject, SystemStyleObject } from '@pandacss/dev';
import { LINE_GREEN, LINE_GREEN_TEXT } from '@portal/shared-contract/brand-values';
import { button } from '../preset/recipes/button.ts';
import { logo } from '../preset/recipes/display.ts';
import { banner } from '../preset/recipes/feedback.ts';
import { choice, control, errorSummary, field, pinInput } from '../preset/recipes/field.ts';
import { card, heading, page, visuallyHidden } from '../preset/recipes/layout.ts';
import { column } from '../preset/recipes/parts.ts';

/** Styles one after the other. A part that the recipe lost fails the build instead of vanishing. */
function styles(...parts: ReadonlyArray<SystemStyleObject | undefined>): SystemStyleObject {
  if (parts.includes(undefined)) throw new Error('A recipe of the sign-in pages lost a part.');
  return Object.assign({}, ...parts);
}

const { variant, size, wide } = button.variants ?? {};
const mainButton = styles(wide?.onPhone);

/** The portal's recipes under the selectors of `server/identity/src/pages` (docs/decisions/0033-the-look.md). */
export const providerStyles: GlobalStyleObject = {
  body: { display: 'flex', flexDirection: 'column' },
  a: {
    color: 'accent',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
    overflowWrap: 'anywhere',
  },

  // The header and the column have the geometry of the shell's empty layout.
  header: {
    minHeight: '16',
    display: 'grid',
    background: 'paper',
  },
  'header > div': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    minWidth: '0',
    width: 'full',
    maxWidth: 'wide',
    mx: 'auto',
    px: { base: '5', lg: '8' },
  },
  '.brand': { display: 'inline-flex', minWidth: '8', textDecoration: 'none' },
  // Narrower than its name, which is then not seen: see the recipe.
  '.logo': styles(logo.base?.root, { minWidth: '0' }),
  '.logo svg': styles(logo.base?.mark),
  '.logo span': styles(logo.base?.name),
  '.language': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'target',
    px: '3',
    whiteSpace: 'nowrap',
    borderRadius: 'md',
    fontSize: 'sm',
    color: 'ink',
    _hover: { background: 'sunken' },
  },
  main: styles(page.base, page.variants?.width?.form),
  h1: styles(heading.variants?.level?.page),
  // Its lines end where its phrases do, which are marked.
  'h1:lang(ja)': { wordBreak: 'keep-all' },
  '.card': styles(card.base, card.variants?.padding?.md, column('6')),
  // Half a ticket: the art fills the header. Words on it have a plate, as a brand's art has any colors.
  '.ticket': { position: 'relative', overflow: 'clip' },
  // Two punched notches, where the one half was torn from the other. Halves of circles, so that none makes the page wider.
  '.ticket::before, .ticket::after': {
    content: '""',
    position: 'absolute',
    zIndex: '1',
    insetBlockStart: 'calc(9.5rem - 0.75rem)',
    insetInlineStart: '0',
    width: '3',
    height: '6',
    borderRadius: '0 1rem 1rem 0',
    background: 'paper',
    _forcedColors: { display: 'none' },
  },
  '.ticket::after': {
    insetInlineStart: 'auto',
    insetInlineEnd: '0',
    borderRadius: '1rem 0 0 1rem',
  },
  '.ticket header': {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    alignItems: 'start',
    minHeight: '9.5rem',
  },
  '.ticket :is(.brand, .language)': {
    background: 'paper',
    borderRadius: 'md',
    px: '3',
  },
  '.ticket header > :is(picture, img)': {
    position: 'absolute',
    inset: '0',
    zIndex: '-1',
    _forcedColors: { display: 'none' },
  },
  '.ticket header img': { boxSize: 'full', objectFit: 'cover', objectPosition: '50% 33%' },
  '.ticket header > div': { minHeight: '16', px: { base: '2', lg: '5' } },
  '@media (min-width: 64rem), (min-width: 40rem) and (max-height: 30rem)': {
    '.ticket': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      minHeight: '100dvh',
    },
    '.ticket header': { borderInlineEnd: '2px dashed token(colors.line)' },
    '.ticket::before, .ticket::after': { width: '6', height: '3' },
    '.ticket::before': {
      insetInlineStart: 'calc(50% - 0.75rem)',
      insetBlockStart: '0',
      borderRadius: '0 0 1rem 1rem',
    },
    '.ticket::after': {
      insetInlineStart: 'calc(50% - 0.75rem)',
      insetBlockStart: 'auto',
      insetBlockEnd: '0',
      borderRadius: '1rem 1rem 0 0',
    },
    '.ticket main': { maxWidth: '30rem', alignSelf: 'center' },
  },
  '.ticket .card': { borderTop: '0', pt: '0' },
  form: column('6'),

  'button, .button': styles(button.base, variant?.outline, size?.md),
  '.primary': styles({ borderColor: 'transparent' }, variant?.solid),
  '.primary, .wide, .line': mainButton,
  '.line': {
    background: LINE_GREEN,
    color: LINE_GREEN_TEXT,
    borderColor: 'transparent',
    fontWeight: 'bold',
  },
  // Above the hover of an outlined button.
  '.line:hover:not(:disabled)': { background: LINE_GREEN, textDecoration: 'underline' },
  '.quiet': styles(field.base?.reveal),
  // One below another, and alike.
  'form > button, .card > .button, .methods > .button': { alignSelf: 'stretch' },
  '.or': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    color: 'ink.muted',
    '&::before, &::after': {
      content: '""',
      flex: '1',
      borderTop: '1px solid token(colors.line)',
    },
  },

  '.field': styles(field.base?.root),
  label: styles(field.base?.label),
  input: styles(control.base),
  'input[type=checkbox]': styles(
    { appearance: 'auto', flex: 'none', minHeight: '0' },
    choice.base?.input,
  ),
  '.choice': styles(choice.base?.root),
  '.choice > span': { minWidth: '0', overflowWrap: 'anywhere' },
  '.with-button': styles(field.base?.box),
  '.with-button input': styles(control.variants?.kind?.password),
  '.error': styles(field.base?.error),
  '.boxes': styles(pinInput.base?.boxes),
  '.boxes span': styles(pinInput.base?.box),
  '.boxes input': styles(pinInput.base?.field, { minHeight: '0', boxShadow: 'none' }),

  '.notice': styles(banner.base?.root, banner.variants?.tone?.info?.root, {
    display: 'block',
    color: 'ink',
    borderColor: 'info',
  }),
  '.summary': styles(errorSummary.base?.root),
  '.summary h2': styles(errorSummary.base?.title),
  '.summary ul': styles(errorSummary.base?.list),
  '.summary a': styles(errorSummary.base?.link),

  '.methods': column('3'),
  '.others': { textStyle: 'subheading' },
  '.changes': styles(errorSummary.base?.list),
  ins: { fontWeight: 'bold', textDecoration: 'underline', color: 'success' },
  del: { textDecoration: 'line-through', color: 'danger' },
  // Like VisuallyHidden of the portal.
  '.unseen': styles(visuallyHidden.base),
  '.gap, .below p': { color: 'ink.muted' },
  '.below a, .forgotten a': { display: 'inline-flex', alignItems: 'center', minHeight: 'target' },
  summary: { cursor: 'pointer', minHeight: 'target', alignContent: 'center' },
  'details > :not(summary)': { mt: '3' },
  '.hint': { fontSize: 'sm', color: 'ink.muted', m: '0' },
  '.reference': { fontSize: 'sm', color: 'ink.muted' },
  '[hidden]': { display: 'none !important' },
};
