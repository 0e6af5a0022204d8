import { Trans } from '@lingui/react/macro';
import { EmptyState } from '@portal/kit/ui';
import type { ReactElement } from 'react';

export function NoNotifications(): ReactElement {
  return (
    <EmptyState icon="bell" title={<Trans>There are no notifications yet</Trans>}>
      <Trans>News for members will appear here.</Trans>
    </EmptyState>
  );
}
