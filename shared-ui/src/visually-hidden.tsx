import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { skipLink } from '#styled/recipes/skip-link.js';
import { visuallyHidden } from '#styled/recipes/visually-hidden.js';

export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={visuallyHidden()}>{children}</span>;
}

/** The first link of the page: skips the header to the element with the id `target`. */
export function SkipLink({ target }: { readonly target: string }) {
  return (
    <a href={`#${target}`} className={skipLink()}>
      <Trans>Skip to the content</Trans>
    </a>
  );
}
