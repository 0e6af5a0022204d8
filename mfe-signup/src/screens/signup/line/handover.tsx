import { Trans } from '@lingui/react/macro';
import { type LineSignUp, takeLineSignUp } from '@portal/kit/auth';
import { replace, useLocation } from '@portal/kit/routing';
import { Banner } from '@portal/kit/ui';

/** Query set when a ticket arrives that this tab did not ask for. */
const UNASKED = '?line=unasked';

/** Takes the ticket from the address and keeps it; undefined where there is none. */
export function takeHandover(
  pathname: string,
  keep: (ticket: LineSignUp) => void,
): Response | undefined {
  const handover = takeLineSignUp(window.location.hash);
  if (!handover) return undefined;
  // Removes the ticket from the address at once, in the browser and in the router.
  window.history.replaceState(window.history.state, '', pathname);
  if (handover === 'foreign') return replace(pathname + UNASKED);
  keep(handover);
  return replace(pathname);
}

/** What has become of the way to LINE and back. */
export function HandoverNote({ hasTicket }: { readonly hasTicket: boolean }) {
  const { search } = useLocation();
  return (
    <>
      {search === UNASKED && (
        <Banner tone="warning">
          <Trans>
            We could not confirm that you started this LINE sign-up here. Start again, or continue
            with just your email address.
          </Trans>
        </Banner>
      )}
      {hasTicket && (
        <Banner tone="success">
          <Trans>
            LINE is ready. Your email address is the last thing we need, for messages about your
            membership.
          </Trans>
        </Banner>
      )}
    </>
  );
}

/** The visitor came with a LINE account that is not linked to the account of this address. */
export function TakenNote({ email }: { readonly email: string }) {
  return (
    <Trans>
      There is already an account with {email}. Sign in as usual; you can connect LINE afterwards in
      your account.
    </Trans>
  );
}
