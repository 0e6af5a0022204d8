import { testBrowserOptions } from '@portal/delivery-tools/gate/browser';

const options = testBrowserOptions();

/** For `test.use`: the browser tells a page which names and roles it computes for screen readers. */
export const COMPUTED_NAMES = {
  launchOptions: {
    ...options,
    args: [...(options.args ?? []), '--enable-blink-features=ComputedAccessibilityInfo'],
  },
};
