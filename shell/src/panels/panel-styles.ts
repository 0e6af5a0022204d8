import type { shellPandaConfig } from '@portal/shared-ui/panda';

/** The styles of the panels' elements, which the page draws without a script. */
export const panelStyles = {
  // Before the polyfill is there. The class is the polyfill's (popover-polyfill.ts).
  '[popover]:not(:is(:popover-open, .\\:popover-open))': { display: 'none' },
  // A drag over the menu must not scroll the page behind it.
  'html:has(#menu-panel:is(:popover-open, .\\:popover-open))': { overflow: 'hidden' },
  '#menu-panel, #bell-panel': {
    insetInlineStart: 'auto',
    border: '0',
    background: 'surface',
    color: 'ink',
    boxShadow: 'popup',
    _focusVisible: { outline: 'none' },
    '& [data-head]': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      borderBottom: '1px solid token(colors.line)',
    },
    '& [data-head] > h2': { textStyle: 'subheading' },
    '& [data-rows]': { padding: '4' },
    '& [data-rows] > [aria-hidden]': { marginBlock: '4' },
  },
  '#menu-panel': {
    // 30 % of the viewport, at least 20 rem, the full width on a phone (design §3.3).
    width: { base: 'full', sm: 'max(30%, 20rem)' },
    height: 'full',
    overscrollBehavior: 'contain',
    // The scrim lies below the content, which is as high as the panel at least. As long as the panel slides in, it is
    // fixed to the panel instead of the screen.
    '& > button': {
      position: 'fixed',
      inset: '0 0 0 -100vw',
      zIndex: '-1',
      cursor: 'default',
      background: 'transparent',
      // Where the browser draws no veil that comes and goes with the panel.
      '@supports not (transition-behavior: allow-discrete)': { background: 'veil' },
    },
    '& > div': { minHeight: 'full', background: 'inherit' },
    '& [data-head]': {
      position: 'sticky',
      top: '0',
      zIndex: '1',
      background: 'inherit',
      paddingInline: 'token(spacing.5) token(spacing.2)',
      minHeight: '16',
    },
    _forcedColors: { borderInlineStart: '1px solid' },
    // It slides in from the right, over a veil.
    '@supports (transition-behavior: allow-discrete)': {
      translate: '100% 0',
      transition: 'translate token(durations.fast) ease-in',
      transitionProperty: 'translate, display, overlay',
      transitionBehavior: 'allow-discrete',
      '&:not(:popover-open)': { pointerEvents: 'none' },
      '&:popover-open': {
        // Not `0`, by which the scrim would stay fixed to the panel.
        translate: 'none',
        transitionProperty: 'translate, display, overlay, overflow',
        transitionDuration: 'normal',
        // The panel clips the scrim when it has come to rest, not before.
        transitionTimingFunction: 'token(easings.out), linear, linear, step-end',
        '@starting-style': { translate: '100% 0', overflow: 'visible' },
      },
      '&::backdrop': {
        background: 'veil',
        opacity: 0,
        transition: 'opacity token(durations.fast) ease-in',
        transitionProperty: 'opacity, display, overlay',
        transitionBehavior: 'allow-discrete',
      },
      '&:popover-open::backdrop': {
        opacity: 1,
        transitionDuration: 'normal',
        '@starting-style': { opacity: 0 },
      },
    },
  },
  // Below the header, where its content ends; on a phone it takes the width.
  '#bell-panel': {
    insetBlock: {
      base: 'calc(4rem + 6px) auto',
      sm: 'calc(2rem + token(sizes.target) / 2 + 6px) auto',
    },
    insetInline: {
      base: 'token(spacing.4)',
      sm: 'auto 20px',
      lg: 'auto max(32px, calc((100% - token(sizes.wide)) / 2 + 32px))',
    },
    width: { base: 'auto', sm: '24rem' },
    overflow: 'visible',
    borderRadius: 'md',
    border: '1px solid token(colors.line)',
    animation: 'rise token(durations.fast) token(easings.out)',
    '& [data-head]': { paddingInline: 'token(spacing.4) token(spacing.2)', minHeight: '12' },
    // While the menu in its head is open, a press elsewhere on the page closes that menu alone.
    '&:has([role=menu][data-state=open])::before': {
      content: '""',
      position: 'fixed',
      inset: '0',
      zIndex: '-1',
    },
  },
} satisfies Parameters<typeof shellPandaConfig>[0];
