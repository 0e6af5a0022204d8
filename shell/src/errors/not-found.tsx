import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { usePageTitle } from '../page/page-title.ts';
import { ErrorScreen } from './error-screen.tsx';

const TITLE = msg`Page not found`;

/** The 404 page. */
export function NotFound() {
  usePageTitle(TITLE);
  return (
    <ErrorScreen heading={<Trans>Page not found</Trans>}>
      <Trans>
        The page you are looking for may have been moved or removed, or the address may be mistyped.
      </Trans>
    </ErrorScreen>
  );
}
