import { Trans } from '@lingui/react/macro';
import { Spinner, useNamedPage } from '@portal/shared-ui';
import { type ReactNode, useRef } from 'react';
import { css } from '#css';

/** One line with a spinner, which also names the page, in place of a page, while the browser is about to leave it. */
export function ProgressMessage({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useNamedPage(heading);
  return (
    <div className={place} role="status">
      <span aria-hidden="true">
        <Spinner />
      </span>
      <h1 ref={heading} tabIndex={-1} className={message}>
        {children}
      </h1>
    </div>
  );
}

export function SigningOut() {
  return (
    <ProgressMessage>
      <Trans>Signing you out</Trans>
    </ProgressMessage>
  );
}

const place = css({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: '4',
  minHeight: '50dvh',
  px: '4',
  textAlign: 'center',
});
const message = css({ textStyle: 'subheading', color: 'ink' });
