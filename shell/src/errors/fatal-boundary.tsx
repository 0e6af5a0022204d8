import { Trans } from '@lingui/react/macro';
import { Button } from '@portal/shared-ui';
import { type ReactElement, useLayoutEffect } from 'react';
import { removeSkeleton } from '../frame/page-skeleton.tsx';
import { ErrorScreen } from './error-screen.tsx';

/** An unhandled error of the frame itself shows the error screen too (spec §2). */
export function FatalBoundary(): ReactElement {
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
        <Trans>Something went wrong. Please reload the page, or go back to your page.</Trans>
      </ErrorScreen>
    </main>
  );
}
