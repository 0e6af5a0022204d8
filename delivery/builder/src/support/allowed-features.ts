/** A newer feature that may stay as it is, because the page works without it. */
export type AllowedFeature = {
  /** As MDN's data names it, or what it belongs to: `css.properties.cursor` allows every value. */
  readonly feature: string;
  /** The beginning of the source's path; any source without it. */
  readonly source?: string;
  readonly reason: string;
};

const LIBRARIES = 'node_modules/';

export const ALLOWED_FEATURES: readonly AllowedFeature[] = [
  {
    feature: 'api.Document.startViewTransition',
    source: 'mfe-mypage/src/screens/my-page/passports/$id/use-turn-after-payment.ts',
    reason: 'canTurn() asks for it before anything waits for the turn.',
  },
  {
    feature: 'api.Document.startViewTransition',
    source: LIBRARIES,
    reason: 'React catches what it throws; the router asks for it, and no link of ours wants one.',
  },
  {
    feature: 'api.Window.navigation',
    source: 'node_modules/react-dom/',
    reason: 'React calls this function only where `typeof navigation` is an object.',
  },
  {
    feature: 'api.Window.cancelIdleCallback',
    source: 'shell/src/page/when-idle.ts',
    reason: 'requestIdleCallback, which comes with it in every browser, is asked for before.',
  },
  ...[
    'html.global_attributes.popover',
    'html.elements.button.popovertarget',
    'html.elements.button.popovertargetaction',
    'api.HTMLElement.hidePopover',
    'api.HTMLElement.beforetoggle_event',
  ].map((feature) => ({
    feature,
    reason: 'A polyfill stands in (shell/src/panels/popover-polyfill.ts).',
  })),
  {
    feature: 'css.properties.overflow-clip-margin',
    source: 'shared-ui/src/preset/recipes/layout.ts',
    reason: 'Without it the ring of the focus in a card ends where its place does.',
  },
  {
    feature: 'api.HTMLImageElement.fetchPriority',
    source: 'delivery/page/src/boot/',
    reason: 'A browser that does not know the property loads the file with its own priority.',
  },
  {
    feature: 'api.NotificationEvent.notification',
    source: 'delivery/page/src/offline/push.ts',
    reason: "The data lacks it for Safari, which has had it since the event's interface (16.4).",
  },
  {
    feature: 'javascript.builtins.Iterator.take',
    source: 'delivery/page/src/offline/',
    reason: 'A method of our own cache.',
  },
  {
    feature: 'api.MediaSource.handle',
    source: 'delivery/page/src/offline/worker.ts',
    reason: 'A method of our own page keeper.',
  },
  {
    feature: 'javascript.builtins.Iterator.toArray',
    source: LIBRARIES,
    reason: 'Children.toArray of React.',
  },
  {
    feature: 'api.FileSystemEntry.getMetadata',
    source: 'node_modules/libphonenumber-js/',
    reason: 'A method of its own phone numbers.',
  },
  {
    feature: 'api.RTCIceCandidate.address',
    source: 'shared-ui/',
    reason: 'A field of a member.',
  },
  ...['touchstart', 'touchmove', 'touchend'].map((name) => ({
    feature: `api.Element.${name}_event`,
    reason: 'For touch screens, which no Mac has.',
  })),
  ...['touches', 'changedTouches'].map((name) => ({
    feature: `api.TouchEvent.${name}`,
    reason: 'For touch screens, which no Mac has.',
  })),
  ...['gesturestart', 'gesturechange', 'gestureend'].map((name) => ({
    feature: `api.Element.${name}_event`,
    source: LIBRARIES,
    reason: 'The crop of a photo by the gestures of Safari; elsewhere by touch and wheel.',
  })),
  { feature: 'api.Element.wheel_event', reason: 'A phone has no wheel.' },
  {
    feature: 'api.Element.auxclick_event',
    source: 'shared-ui/src/notification-link.tsx',
    reason: 'Opened by the middle button in an older Safari, a notification stays unread.',
  },
  {
    feature: 'api.Window.beforeunload_event',
    source: LIBRARIES,
    reason: 'Where it does not come, the page is gone all the same.',
  },
  {
    feature: 'api.Window.beforeinstallprompt_event',
    reason: 'Other browsers install by their menu, as the portal says.',
  },
  {
    feature: 'api.ServiceWorkerGlobalScope.notificationclick_event',
    reason: 'The data lacks it for Safari on iOS, which has had it since push messages (16.4).',
  },
  ...['navigate', 'navigatesuccess', 'navigateerror'].map((name) => ({
    feature: `api.Navigation.${name}_event`,
    source: 'node_modules/react-dom/',
    reason: 'React asks for `navigation` before.',
  })),
  ...['name', 'class'].map((name) => ({
    feature: `css.properties.view-transition-${name}`,
    source: LIBRARIES,
    reason: 'A style that a browser does not know is not set.',
  })),
  {
    feature: 'api.Navigator.share.data_text_parameter',
    reason: 'The button is there where canShare() takes the text.',
  },
  {
    feature: 'html.global_attributes.autocapitalize',
    reason: 'For the keyboards of phones and tablets.',
  },
  {
    feature: 'html.global_attributes.autocorrect',
    reason: 'An addition for Safari, which alone corrects a password that is shown.',
  },
  {
    feature: 'api.CookieChangeEvent.changed',
    source: 'shared-ui/src/lazy/step-up/',
    reason: 'A method of our own forms of codes.',
  },
  { feature: 'css.properties.cursor', reason: 'A phone has no cursor.' },
  { feature: 'css.properties.resize', reason: 'A phone has no handle; the field scrolls.' },
  { feature: 'css.properties.scrollbar-width', reason: 'The scroll bar is as wide as elsewhere.' },
  {
    feature: 'css.properties.scrollbar-gutter',
    reason: 'The page moves by the width of a scroll bar where a dialog opens; phones have none.',
  },
  {
    feature: 'css.properties.forced-color-adjust',
    reason: 'For the forced colours of Windows, which Safari does not run on.',
  },
  { feature: 'css.properties.text-wrap', reason: 'Headings have lines of unequal length.' },
  {
    feature: 'css.properties.word-break.auto-phrase',
    reason: 'The catalogs have the marks of phrases (phrase-breaks.ts).',
  },
  {
    feature: 'css.properties.text-decoration.dotted',
    reason: 'The line is solid on the pages of the identity provider.',
  },
  {
    feature: 'css.properties.justify-content.safe',
    reason: 'The full screen of a code begins at its top instead of its middle.',
  },
  { feature: 'css.selectors.selection', reason: 'Selected text has the colours of the system.' },
  {
    feature: 'css.selectors.has',
    reason:
      'Without it a chosen card has its radio button alone, the first choice of a sign-up the focus ring of its words alone, a print the whole page, and the page scrolls behind the menu and the code for the gate.',
  },
  {
    feature: 'css.types.length.lh',
    reason: 'Entries of a list of errors and the skeleton of the greeting are lower.',
  },
];
