import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@portal/shared-api';
import { signIn } from '@portal/shared-auth';
import type { Act } from '@portal/shared-contract';
import { errorText, formatDateTime, sentenceGap } from '@portal/shared-i18n';
import type { ReactNode } from 'react';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { needsSignIn, SignInAgain } from './sign-in-again.tsx';

const MINUTE_MS = 60_000;

type Props = { readonly error: ApiError | null; readonly action?: ReactNode };

/** A banner that says why an action failed (design §7.6). Renders nothing for an aborted request. */
export function ApiErrorBanner({ error, action }: Props) {
  const { _ } = useLingui();
  if (error === null || error.kind === 'aborted') return null;
  return (
    <Banner
      tone={error.kind === 'offline' ? 'warning' : 'danger'}
      action={
        (needsConfirmation(error) && <ConfirmBrowser />) ||
        action ||
        (needsSignIn(error) && <SignInAgain />)
      }
    >
      <span role={error.kind === 'offline' ? 'alert' : undefined}>
        {_(apiErrorText(error))}
        <PossibleAgain error={error} />
      </span>
    </Banner>
  );
}

/** Says when a code can be sent again, after a limit of messages. */
function PossibleAgain({ error }: { readonly error: ApiError }) {
  if (error.kind !== 'api' || error.code !== 'user.send_code.limit_reached') return null;
  if (error.retryAt === undefined) return null;
  // A minute later than told, because the time is shown without its seconds.
  const time = formatDateTime(new Date(error.retryAt + MINUTE_MS));
  return (
    <>
      {sentenceGap()}
      <Trans>You can ask for a code again from {time}.</Trans>
    </>
  );
}

export const apiErrorText = (error: ApiError) =>
  errorText(error.kind === 'api' ? error.code : error.kind);

/** Returns the server's error code, or undefined if the server did not answer one. */
export const apiErrorCode = (error: ApiError | null) =>
  error?.kind === 'api' ? error.code : undefined;

const ACT: Act = 'confirm_browser';
/** An error of the API or of the client. */
type Problem = { readonly kind: string; readonly code?: string };

/** Whether a password alone has signed in here, so that the member has to show once who they are. */
const needsConfirmation = ({ code }: Problem): boolean => code === 'auth.browser_unconfirmed';

/** Leads to the identity provider, where the member does that, and comes back to the page that is shown. */
function ConfirmBrowser() {
  const { pathname, search } = window.location;
  return (
    <Button
      size="sm"
      variant="outline"
      onClick={() => void signIn({ extras: { act: ACT }, returnTo: pathname + search })}
    >
      <Trans>Confirm that it is you</Trans>
    </Button>
  );
}
