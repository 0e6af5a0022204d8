import { Trans, useLingui } from '@lingui/react/macro';
import { isAwayAtom, useSession } from '@portal/shared-auth';
import type { LocalizedText } from '@portal/shared-contract';
import {
  remoteFor,
  useLocale,
  useLocation,
  useNavigate,
  useNavigation,
} from '@portal/shared-routing';
import { Banner, Button, Inline, Page, PageHeading, Text } from '@portal/shared-ui';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { usePageTitle } from '../page/page-title.ts';
import type { RemoteLoadError } from '../remotes/remote-load-error.ts';
import { reportStage } from '../telemetry/report-stage.ts';
import { codeHasRun } from '../telemetry/running-code.ts';
import { HomeLink } from './error-screen.tsx';

// Only where the part that shows passes has failed.
const KeptPasses = lazy(async () => ({
  default: (await import('./kept-passes.tsx')).KeptPasses,
}));

type Props = {
  /** The remote's name; undefined for a screen of the shell. */
  readonly remote: string | undefined;
  /**
   * `unreachable`: its files could not be loaded. `broken`: its code was loaded and failed. `frozen`: it froze
   * an earlier page, and was not loaded. `switchedOff`: the operator has switched it off.
   */
  readonly why: RemoteLoadError['why'];
};

/** Replaces a screen that could not be shown while the rest of the portal works. Retry needs no reload. */
export function RemoteError({ remote, why }: Props) {
  const { t } = useLingui();
  const location = useLocation();
  const navigate = useNavigate();
  const busy = useNavigation().state !== 'idle';
  const locale = useLocale();
  const part = titleOf(remote)?.[locale] ?? t`This part`;
  const isAway = useSession(isAwayAtom);
  // Without a connection a file that is not on the device fails in many ways, in each engine in its own.
  const isOffline = (isAway || !navigator.onLine) && why !== 'switchedOff';
  const retry = () => navigate(location, { replace: true, state: location.state });
  const wasOffline = useRef(isOffline);
  usePageTitle(part);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the connection is back
  useEffect(() => {
    if (wasOffline.current && !isOffline) retry();
    wasOffline.current = isOffline;
  }, [isOffline]);
  useEffect(() => {
    codeHasRun(remote);
    if (why !== 'switchedOff') reportStage(remote, 'failed', why);
  }, [remote, why]);

  return (
    <Page>
      <PageHeading>
        {isOffline ? (
          part
        ) : why === 'switchedOff' ? (
          <Trans>“{part}” is not available right now</Trans>
        ) : (
          <Trans>“{part}” could not be shown</Trans>
        )}
      </PageHeading>
      {isOffline ? (
        <Text tone="muted">
          <Trans>You will see this again as soon as you have a connection.</Trans>
        </Text>
      ) : (
        <Banner tone="warning">
          {why === 'switchedOff' ? (
            <Trans>Try again later. The other pages work as usual.</Trans>
          ) : why === 'unreachable' ? (
            <Trans>
              This part of the site could not be loaded. Try again in a moment. The other pages work
              as usual.
            </Trans>
          ) : (
            <Trans>
              Something went wrong in this part of the site. Try again. The other pages work as
              usual.
            </Trans>
          )}
        </Banner>
      )}
      {ownsHome(remote) && (
        <Suspense>
          <KeptPasses />
        </Suspense>
      )}
      {/* The gate looks for this mark (docs/decisions/0037-gate.md). */}
      <div data-error-screen>
        <Inline gap="md">
          <Button busy={busy} onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
          {/* Not back to what has failed. */}
          {!ownsHome(remote) && <HomeLink />}
        </Inline>
      </div>
    </Page>
  );
}

const ownsHome = (remote: string | undefined): boolean =>
  remote !== undefined && remoteFor(window.portal.areas, '/my-page') === remote;

/** The page knows it from the release's document, since the remote itself is not there. */
function titleOf(remote: string | undefined): LocalizedText | undefined {
  if (remote === undefined) return undefined;
  const { remotes, switchedOff } = window.portal;
  return (remotes[remote] ?? switchedOff?.[remote])?.title;
}
