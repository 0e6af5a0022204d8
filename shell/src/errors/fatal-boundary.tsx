import { Trans } from '@lingui/react/macro';
import { Button } from '@portal/shared-ui';
import { useLayoutEffect } from 'react';
import { removeSkeleton } from '../page/page-skeleton.tsx';
import { ErrorScreen } from './error-screen.tsx';

/** Shows the error screen for an unhandled error of the layout itself. */
export function FatalBoundary() {
  useLayoutEffect(() => removeSkeleton(document), []);
  return (
    <main>
      <ErrorScreen
        heading={<Trans>This page cannot be shown</Trans>}
        action={
          <Button onClick={() => window.location.reload()}>
            <Trans>Reload the page</Trans>
          </Button>
        }
      >
        <Trans>Something went wrong. Reload the page.</Trans>
      </ErrorScreen>
    </main>
  );
}
