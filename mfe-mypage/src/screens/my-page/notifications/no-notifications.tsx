import { Trans } from '@lingui/react/macro';
import { EmptyState } from '@portal/kit/ui';
import type { ReactElement } from 'react';

/** Stands in for the list of a member who has had no notification yet. */
export function NoNotifications(): ReactElement {
  return (
    <EmptyState icon="bell" title={<Trans>There are no notifications yet</Trans>}>
      <Trans>News for members will appear here.</Trans>
    </EmptyState>
  );
}
