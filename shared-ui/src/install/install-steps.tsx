import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { installSteps } from '#styled/recipes/install-steps.js';

/** How a member adds the portal to the home screen of an iPhone or iPad, in Safari's own words and pictures. */
export function InstallSteps(): ReactElement {
  return (
    <ol className={installSteps()}>
      <li>
        <Trans>
          Tap <Picture drawing={SHARE} /> “Share”. If you do not see it, tap “…” first.
        </Trans>
      </li>
      <li>
        <Trans>
          Choose <Picture drawing={ADD} /> “Add to Home Screen”.
        </Trans>
      </li>
      <li>
        <Trans>Tap “Add”.</Trans>
      </li>
    </ol>
  );
}

/** As Safari draws them. */
const SHARE = 'M8 9.5H5.5v11h13v-11H16M12 15V3.5M8 7l4-4 4 4';
const ADD =
  'M7 3.5h10A3.5 3.5 0 0 1 20.5 7v10a3.5 3.5 0 0 1-3.5 3.5H7A3.5 3.5 0 0 1 3.5 17V7A3.5 3.5 0 0 1 7 3.5M12 8v8M8 12h8';

/** The words beside it say the same. */
const Picture = ({ drawing }: { readonly drawing: string }): ReactElement => (
  <svg
    viewBox="0 0 24 24"
    width="1.5em"
    height="1.5em"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    style={{ display: 'inline', verticalAlign: 'text-bottom' }}
    aria-hidden="true"
    focusable="false"
  >
    <path d={drawing} />
  </svg>
);
