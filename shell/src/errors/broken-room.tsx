import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate, useNavigation } from '@portal/shared-routing';
import { Banner, Button, Inline, Page, PageHeading } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { usePageTitle } from '../frame/page-title.ts';
import { WayHome } from './error-screen.tsx';
import { partName } from './part-names.ts';

type Props = {
  /** The remote's name; without one it is a page of the shell. */
  readonly remote: string | undefined;
  /** `unreachable`: its files did not arrive. `broken`: it arrived, and failed. */
  readonly why: 'unreachable' | 'broken';
};

/** A part of the portal that could not be shown, in a house that stands: Retry needs no reload. */
export function BrokenRoom({ remote, why }: Props): ReactElement {
  const { t } = useLingui();
  const location = useLocation();
  const navigate = useNavigate();
  const busy = useNavigation().state !== 'idle';
  const name = partName(remote);
  const part = t(name);
  usePageTitle(name);

  return (
    <Page>
      <PageHeading>
        <Trans>“{part}” could not be shown</Trans>
      </PageHeading>
      <Banner tone="warning">
        {why === 'unreachable' ? (
          <Trans>
            This part of the site could not be loaded. Please check your connection and try again.
            The other pages can be used as usual.
          </Trans>
        ) : (
          <Trans>
            Something went wrong in this part of the site. Please try again. The other pages can be
            used as usual.
          </Trans>
        )}
      </Banner>
      <Inline gap="md">
        <Button
          busy={busy}
          onClick={() => navigate(location, { replace: true, state: location.state })}
        >
          <Trans>Try again</Trans>
        </Button>
        <WayHome />
      </Inline>
    </Page>
  );
}
