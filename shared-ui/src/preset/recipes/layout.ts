import { defineRecipe } from '@pandacss/dev';
import { column, wholePhrases } from './parts.ts';

export const page = defineRecipe({
  className: 'page',
  description: 'A column of reading width with room around it.',
  base: {
    ...column('6'),
    width: 'full',
    mx: 'auto',
    px: { base: '5', lg: '8' },
    pt: { base: '6', md: '10' },
    pb: '12',
  },
  variants: { width: { form: { maxWidth: 'page' }, wide: { maxWidth: 'wide' } } },
  defaultVariants: { width: 'form' },
});

export const wayUp = defineRecipe({
  className: 'way-up',
  description: 'The link above the heading. It takes its height from the room above the page.',
  base: {
    mt: { base: '-4', md: '-6' },
    mb: '-4',
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      minHeight: 'target',
      fontSize: 'sm',
      color: 'ink',
      textUnderlineOffset: '0.2em',
      _hover: { textDecoration: 'underline' },
    },
  },
});

const gap = {
  xs: { gap: '1' },
  sm: { gap: '2' },
  md: { gap: '4' },
  lg: { gap: '6' },
  xl: { gap: '10' },
};

export const stack = defineRecipe({
  className: 'stack',
  base: { display: 'flex', flexDirection: 'column', minWidth: '0' },
  variants: { gap, align: { stretch: {}, start: { alignItems: 'flex-start' } } },
  defaultVariants: { gap: 'md', align: 'stretch' },
});

export const inline = defineRecipe({
  className: 'inline',
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', minWidth: '0' },
  variants: { gap },
  defaultVariants: { gap: 'sm' },
});

export const heading = defineRecipe({
  className: 'heading',
  base: wholePhrases,
  variants: {
    level: {
      page: { textStyle: 'title' },
      section: { textStyle: 'heading' },
      part: { textStyle: 'subheading' },
    },
  },
  defaultVariants: { level: 'section' },
});

export const text = defineRecipe({
  className: 'text',
  variants: {
    tone: { ink: {}, muted: { color: 'ink.muted' } },
    size: { md: {}, sm: { fontSize: 'sm' } },
  },
  defaultVariants: { tone: 'ink', size: 'md' },
});

export const card = defineRecipe({
  className: 'card',
  description: 'A section below a line, as in a timetable.',
  base: { borderTop: '2px solid token(colors.ink)', minWidth: '0' },
  variants: { padding: { none: {}, md: { pt: '4', pb: '2' } } },
  defaultVariants: { padding: 'md' },
});

export const visuallyHidden = defineRecipe({
  className: 'visually-hidden',
  base: {
    position: 'absolute',
    boxSize: '1px',
    margin: '-1px',
    padding: '0',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
    border: '0',
  },
});

export const skipLink = defineRecipe({
  className: 'skip-link',
  base: {
    position: 'fixed',
    insetBlockStart: '2',
    insetInlineStart: '2',
    zIndex: 'popup',
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'target',
    px: '4',
    borderRadius: 'md',
    background: 'accent',
    color: 'accent.on',
    transform: 'translateY(-200%)',
    _focus: { transform: 'none' },
  },
});
