import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@portal/shared-api';
import { errorText } from '@portal/shared-i18n';
import { useRevalidator } from '@portal/shared-routing';
import { Banner, Button } from '@portal/shared-ui';
import type { ReactElement } from 'react';

type Props = {
  readonly error: ApiError;
  /** The heading over it, by default the page's: focus goes there, since the button goes away. */
  readonly headingId?: string;
};

/** Data that could not be had, said in its own place, with a way to ask again. */
export function LoadProblem({ error, headingId }: Props): ReactElement {
  const { _ } = useLingui();
  const { revalidate, state } = useRevalidator();

  function askAgain(): void {
    const heading = headingId ? document.getElementById(headingId) : document.querySelector('h1');
    heading?.focus();
    void revalidate();
  }

  return (
    <Banner
      tone={error.kind === 'offline' ? 'warning' : 'danger'}
      action={
        <Button variant="outline" size="sm" busy={state === 'loading'} onClick={askAgain}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {_(errorText(error.kind === 'api' ? error.code : error.kind))}
    </Banner>
  );
}
