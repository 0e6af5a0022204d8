import { defineRecipe } from '@pandacss/dev';

/** The type of an operator's HTML: paragraphs, lists and tables. */
export const richText = defineRecipe({
  className: 'rich-text',
  base: {
    lineHeight: 'body',
    overflowWrap: 'anywhere',
    '& > * + *': { marginTop: '4' },
    '& h2': { textStyle: 'heading' },
    '& h3, & h4': { textStyle: 'subheading' },
    '& strong, & b': { fontWeight: 'bold' },
    '& em, & i': { fontStyle: 'italic' },
    '& u': { textDecoration: 'underline' },
    '& s': { textDecoration: 'line-through' },
    '& ul': { listStyle: 'disc' },
    '& ol': { listStyle: 'decimal' },
    '& ul, & ol': { paddingInlineStart: '6', display: 'grid', gap: '1' },
    '& dt': { fontWeight: 'bold' },
    '& dd': { paddingInlineStart: '4' },
    '& a': { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '0.2em' },
    // A link that is no part of a sentence (clean.ts).
    '& a[data-alone]': { display: 'inline-block', minHeight: 'target', alignContent: 'center' },
    '& img': { maxWidth: 'full', height: 'auto', borderRadius: 'md' },
    '& blockquote': {
      paddingInlineStart: '4',
      borderInlineStart: '3px solid token(colors.line)',
      color: 'ink.muted',
    },
    '& pre': { overflowX: 'auto', whiteSpace: 'pre-wrap', padding: '3', background: 'sunken' },
    '& hr': { borderTop: '1px solid token(colors.line)' },
    '& [data-scrolls]': { overflowX: 'auto' },
    '& table': { borderCollapse: 'collapse', minWidth: 'full' },
    '& th, & td': {
      paddingBlock: '2',
      paddingInline: '3',
      border: '1px solid token(colors.line)',
      textAlign: 'start',
      // Words do not break; the table scrolls instead.
      overflowWrap: 'normal',
      minWidth: '6rem',
    },
    '& th': { background: 'sunken', fontWeight: 'bold' },
  },
});
