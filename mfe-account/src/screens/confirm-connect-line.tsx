import { Trans } from '@lingui/react/macro';
import { lineConnected, loadUser } from '@portal/kit/auth';
import { localeOf } from '@portal/kit/i18n';
import { href, type LoaderFunctionArgs, replace, useLoaderData } from '@portal/kit/routing';
import { Banner, Inline, LinkButton, Page } from '@portal/kit/ui';
import { connectLineFlow, parseLineReturn, STEPS } from './account/connect-line/flow.ts';

type Outcome = 'cancelled' | 'already_linked' | 'error' | 'unasked';

/** The return from LINE. Anybody can type this address, so the server is asked whether LINE is linked. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response | Outcome> {
  const { pathname, searchParams } = new URL(request.url);
  const returned = parseLineReturn(searchParams, connectLineFlow.state());
  const complete = replace(href(STEPS.complete, localeOf(pathname)));
  if (returned.kind === 'done') return complete;
  if (returned.kind === 'unasked') return 'unasked';
  if (returned.result !== 'success') {
    connectLineFlow.send({ type: 'cameBack', linked: false });
    return returned.result;
  }
  const member = await loadUser();
  const linked = member.ok && member.data.line_linked;
  // Without an answer the provider's result stands; the next page asks again.
  const believed = linked || (!member.ok && member.error.kind !== 'session');
  connectLineFlow.send({ type: 'cameBack', linked: believed });
  if (!believed) return 'error';
  lineConnected();
  return complete;
}

export function Component() {
  const outcome = useLoaderData<Outcome>();
  return (
    <Page heading={<Trans>LINE was not connected</Trans>}>
      <Banner tone={outcome === 'cancelled' ? 'info' : 'warning'}>
        {outcome === 'cancelled' && (
          <Trans>You left LINE without agreeing. Nothing has changed.</Trans>
        )}
        {outcome === 'already_linked' && (
          <Trans>
            This LINE account is connected with another member's account. Disconnect it there first,
            or use another LINE account.
          </Trans>
        )}
        {outcome === 'error' && (
          <Trans>The connection with LINE could not be made. Try again.</Trans>
        )}
        {outcome === 'unasked' && (
          <Trans>
            We could not confirm that you started this connection here. Check the LINE connection in
            your account, and start again if it is missing.
          </Trans>
        )}
      </Banner>
      <Inline>
        <LinkButton wide="onPhone" to={STEPS.start}>
          {outcome === 'unasked' ? <Trans>Go to LINE connection</Trans> : <Trans>Try again</Trans>}
        </LinkButton>
        <LinkButton wide="onPhone" to="/account" variant="outline">
          <Trans>Go to your account</Trans>
        </LinkButton>
      </Inline>
    </Page>
  );
}
