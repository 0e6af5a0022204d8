import { Trans } from '@lingui/react/macro';
import { LocaleLink } from '@portal/kit/routing';
import { VisuallyHidden } from '@portal/kit/ui';
import type { ReactNode } from 'react';
import { css } from '#css';

/** Opens the terms of service in a new tab, so that the form keeps its contents. */
export function TermsLink({ children }: { readonly children: ReactNode }) {
  return (
    <LocaleLink to="/terms-of-service" target="_blank" rel="noopener" className={link}>
      {children}
      <VisuallyHidden>
        {' '}
        (<Trans>opens in a new tab</Trans>)
      </VisuallyHidden>
    </LocaleLink>
  );
}

const link = css({ color: 'accent', textDecoration: 'underline', textUnderlineOffset: '0.2em' });
