/** Newer features that may stay as they are, each with the reason why the page works without it. */
export const ALLOWED_FEATURES: Readonly<Record<string, string>> = {
  'api.Document.startViewTransition':
    'React catches what it throws; our own use and the router ask for it.',
  'api.HTMLElement.hidePopover': 'A polyfill stands in (shell/src/panels/popover-polyfill.ts).',
  'api.MediaSource.handle': 'A method of our own page keeper.',
  'api.Window.cancelIdleCallback':
    'requestIdleCallback, which comes with it in every browser, is asked for before.',
  'javascript.builtins.Iterator.take': 'A method of our own cache.',
  'javascript.builtins.Iterator.toArray': 'Children.toArray of React.',
  'css.properties.cursor': 'A phone has no cursor.',
  'css.properties.resize': 'A phone has no handle; the field scrolls.',
  'css.properties.scrollbar-width': 'The scroll bar is as wide as elsewhere.',
  'css.properties.scrollbar-gutter':
    'The page moves by the width of a scroll bar where a dialog opens; phones have none.',
  'css.properties.forced-color-adjust':
    'For the forced colours of Windows, which Safari does not run on.',
  'css.properties.overflow-clip-margin':
    'The ring of the focus in a card ends where its place does.',
  'css.properties.text-wrap': 'Headings have lines of unequal length.',
  'css.selectors.selection': 'Selected text has the colours of the system.',
  'css.selectors.has':
    'A chosen card has its radio button alone, a print the whole page, and the page scrolls behind the menu.',
};
