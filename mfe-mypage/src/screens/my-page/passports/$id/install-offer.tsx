import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Card, Heading, Inline, Stack, Text } from '@portal/shared-ui';
import { type ReactElement, useEffect, useState } from 'react';
import { css } from '#css';
import { rememberInstallOffer, wasInstallOffered } from './offered-install.ts';
import { type InstallWay, useInstallWay } from './use-install-way.ts';

/** Offers once, after a purchase, to install the portal as an app (product §16.78). */
export function InstallOffer(): ReactElement | null {
  const way = useInstallWay();
  const [isOver, setIsOver] = useState(wasInstallOffered);
  const isShown = way !== undefined && !isOver;
  useEffect(() => {
    if (isShown) rememberInstallOffer();
  }, [isShown]);
  if (!isShown) return null;
  return <Offer way={way} onEnd={() => setIsOver(true)} />;
}

type OfferProps = { readonly way: InstallWay; readonly onEnd: () => void };

function Offer({ way, onEnd }: OfferProps): ReactElement {
  const { i18n } = useLingui();
  const { name } = window.portal.config.brand;
  const brand = i18n.locale === 'en' ? name.en : name.ja;
  async function install({ prompt }: Extract<InstallWay, { by: 'prompt' }>): Promise<void> {
    // The browser asks, and each event can ask once.
    await prompt.prompt();
    delete window.portal.installPrompt;
    onEnd();
  }
  return (
    <Card>
      <Stack gap="sm">
        <Heading>
          <Trans>Your passport, one tap away</Trans>
        </Heading>
        <Text>
          {way.by === 'prompt' ? (
            <Trans>Install {brand} as an app, and open it like any other app.</Trans>
          ) : (
            <Trans>
              To add {brand} to your home screen, tap <ShareIcon /> in the browser, then “Add to
              Home Screen”.
            </Trans>
          )}
        </Text>
        <Inline>
          {way.by === 'prompt' && (
            <Button wide="onPhone" onClick={() => void install(way)}>
              <Trans>Install</Trans>
            </Button>
          )}
          <Button wide="onPhone" variant="outline" onClick={onEnd}>
            {way.by === 'prompt' ? <Trans>Not now</Trans> : <Trans>Close</Trans>}
          </Button>
        </Inline>
      </Stack>
    </Card>
  );
}

/** As Safari draws it. */
function ShareIcon(): ReactElement {
  const { t } = useLingui();
  return (
    <svg
      viewBox="0 0 24 24"
      focusable="false"
      className={shareIcon}
      role="img"
      aria-label={t`Share`}
    >
      <path d="M8 9.5H5.5v11h13v-11H16M12 15V3.5M8 7l4-4 4 4" />
    </svg>
  );
}

const shareIcon = css({
  display: 'inline',
  width: '1.25em',
  height: '1.25em',
  verticalAlign: 'text-bottom',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '1.75',
});
