import { Trans } from '@lingui/react/macro';
import { signIn } from '@portal/shared-auth';
import { Button } from '../button.tsx';

/** An error of the API or of the client, as far as it says what to do next. */
type Problem = { readonly kind: string; readonly code?: string };

/** The session has ended, a renewed token is refused too, or the session is bound to another browser. */
export const needsSignIn = ({ kind, code }: Problem): boolean =>
  kind === 'session' || code === 'auth.unauthorized' || code === 'auth.browser_unknown';

/** Signs in anew, and comes back to the page that is shown. The server then takes this browser's key. */
export function SignInAgain() {
  const { pathname, search } = window.location;
  const returnTo = pathname + search;
  return (
    <Button
      size="sm"
      variant="outline"
      onClick={() => void signIn({ extras: { prompt: 'login' }, returnTo })}
    >
      <Trans>Sign in again</Trans>
    </Button>
  );
}
