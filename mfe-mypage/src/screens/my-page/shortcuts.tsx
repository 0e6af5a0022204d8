import { Trans } from '@lingui/react/macro';
import { Card } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { RowContent, RowLink, rowLayout } from './row-content.tsx';

/** A link to the account. */
export function Shortcuts(): ReactElement {
  return (
    <Card>
      <div className={`${rowLayout} ${row}`}>
        <RowContent
          icon="user"
          title={
            <RowLink to="/account">
              <Trans>Your account</Trans>
            </RowLink>
          }
          note={<Trans>Your details and how you sign in</Trans>}
        />
      </div>
    </Card>
  );
}

const row = css({
  position: 'relative',
  _hover: { '& a': { textDecoration: 'underline' } },
});
