import { Trans } from '@lingui/react/macro';
import { RowContent, RowLink, rowLayout } from '@portal/kit/ui';
import type { ReactElement } from 'react';

/** A thing to do on the home of a member who signs in without a second step. */
export function Component(): ReactElement {
  return (
    <div className={rowLayout()}>
      <RowContent
        title={
          <RowLink to="/account/security">
            <Trans>Two-step verification is switched off</Trans>
          </RowLink>
        }
        note={<Trans>A code at sign-in protects your account.</Trans>}
      />
    </div>
  );
}
