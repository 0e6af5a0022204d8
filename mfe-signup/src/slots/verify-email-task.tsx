import { Trans } from '@lingui/react/macro';
import { RowContent, RowLink, rowLayout } from '@portal/kit/ui';
import type { ReactElement } from 'react';

/** A thing to do on the home of a member whose e-mail address is not confirmed. */
export function Component(): ReactElement {
  return (
    <div className={rowLayout()}>
      <RowContent
        title={
          <RowLink to="/verify-user">
            <Trans>Your e-mail address is not confirmed yet</Trans>
          </RowLink>
        }
        note={<Trans>Confirm it so that important notices reach you.</Trans>}
      />
    </div>
  );
}
