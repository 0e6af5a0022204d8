import { defineGlobalStyles } from '@pandacss/dev';

export const globalCss = defineGlobalStyles({
  html: {
    colorScheme: 'light dark',
    fontFamily: 'sans',
    fontSize: '100%',
    lineHeight: 'body',
    color: 'ink',
    background: 'paper',
    WebkitTextSizeAdjust: '100%',
    scrollbarGutter: 'stable',
    scrollPaddingBlockStart: '5rem',
    scrollPaddingBlockEnd: 'max(5rem, var(--keyboard, 0px) + 1rem)',
  },
  header: { _low: { position: 'static !important' } },
  // On a phone the art of the first page reaches under the header (shell/src/screens/welcome.tsx).
  'html:has([data-under-header]) header': {
    '@media (max-width: 63.99rem) and (min-height: 30.01rem) and (forced-colors: none)': {
      position: 'absolute !important',
      insetInline: '0',
      paddingBlockEnd: '1.5rem',
      background: 'linear-gradient(token(colors.paper) 20%, transparent) !important',
    },
  },
  'header nav svg': { _low: { display: 'none !important' } },
  // The buttons of a step take the place of the tabs (mfe-mypage/src/screens/my-page/passports/purchase/purchase-bar.tsx).
  'body:has([data-action-bar]) header nav': { _bar: { display: 'none !important' } },
  // Above the buttons that stay in sight.
  'html:has([data-action-bar])': { scrollPaddingBlockEnd: 'calc(6rem + var(--keyboard, 0px))' },
  // A drag over a dialog of the browser's own must not scroll the page behind it; Ark does it for its own.
  'html:has(dialog:modal)': { overflow: 'hidden' },
  // While a dialog locks scrolling, it may cover the scrollbar's place; the page does not move.
  'html:has(> body[data-scroll-lock])': { scrollbarGutter: 'auto' },
  'body[data-scroll-lock]': { paddingInlineEnd: 'var(--scrollbar-width)' },
  // The veil keeps the pointer out already; Ark's style for each element behind takes a slow phone 30 ms.
  'body[data-inert]': { pointerEvents: 'auto !important' },
  'html[data-theme=light]': { colorScheme: 'light' },
  'html[data-theme=dark]': { colorScheme: 'dark' },
  body: {
    minHeight: '100dvh',
    // So that the end of the page comes above a phone's keyboard (shell/src/page/keyboard-room.ts).
    paddingBlockEnd: 'var(--keyboard, 0px)',
    overflowWrap: 'anywhere',
    WebkitTapHighlightColor: 'transparent',
  },
  ':lang(ja)': { lineBreak: 'strict' },
  ':lang(en)': { lineHeight: 'latin' },
  'h1, h2, h3': { lineHeight: 'tight', fontWeight: 'bold', textWrap: 'balance' },
  // Whole phrases tear the lines of body text (design §2.3).
  ':is(h1, h2, h3, button, dd):lang(ja)': { wordBreak: 'auto-phrase' },
  p: { textWrap: 'pretty' },
  'time, td': { fontVariantNumeric: 'tabular-nums' },
  // The reset's `break-word` gives an element in a grid the width of its longest phrase.
  'h1, h2, h3, h4, p': { overflowWrap: 'anywhere' },
  ':focus-visible': { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
  // A press is answered in the next frame, whatever it then has to wait for.
  ':is(a, button, summary):active': { opacity: '0.7' },
  // The heading takes the focus after a change of route so that it is announced; it needs no outline.
  'h1:focus, h1:focus-visible': { outline: 'none' },
  '@media print': {
    'html, html[data-theme]': { colorScheme: 'light' },
    // A page with `data-print` elements prints only those.
    'body:has(main [data-print]) :not([data-print], [data-print] *, :has([data-print]))': {
      display: 'none !important',
    },
  },
  '@media (prefers-reduced-motion: reduce)': {
    '*, ::before, ::after, ::backdrop': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // None at all: the shortest draws the first frame with the borders before the reset, and moves the page by 3 px.
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
});
