import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { skipLink } from '#styled/recipes/skip-link.js';
import { visuallyHidden } from '#styled/recipes/visually-hidden.js';

/** Read out, not shown. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }): ReactElement {
  return <span className={visuallyHidden()}>{children}</span>;
}

/** The first thing the Tab key meets: past the header, to the element whose id is `target`. */
export function SkipLink({ target }: { readonly target: string }): ReactElement {
  return (
    <a href={`#${target}`} className={skipLink()}>
      <Trans>Skip to the content</Trans>
    </a>
  );
}
