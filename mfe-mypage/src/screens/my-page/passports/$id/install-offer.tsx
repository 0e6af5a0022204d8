import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Card, Inline, Text } from '@portal/kit/ui';
import { InstallSteps, type InstallWay, useInstallWay } from '@portal/kit/ui/install';
import { useEffect, useState } from 'react';

/** Offers once, after a purchase, to install the portal as an app. */
export function InstallOffer() {
  const way = useInstallWay();
  const [isOver, setIsOver] = useState(wasInstallOffered);
  const isShown = way !== undefined && !isOver;
  useEffect(() => {
    if (isShown) rememberInstallOffer();
  }, [isShown]);
  if (!isShown) return null;
  return <Offer way={way} onEnd={() => setIsOver(true)} />;
}

function Offer({ way, onEnd }: { readonly way: InstallWay; readonly onEnd: () => void }) {
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
    <Card gap="sm" heading={<Trans>Your passport, one tap away</Trans>}>
      <Text>
        {way.by === 'prompt' ? (
          <Trans>Install {brand} as an app, and open it like any other app.</Trans>
        ) : (
          <Trans>Add {brand} to your home screen:</Trans>
        )}
      </Text>
      {way.by === 'share' && <InstallSteps />}
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
    </Card>
  );
}

/** In local storage: the installation as an app has been offered in this browser. */
const NAME = 'install_offered';

function rememberInstallOffer(): void {
  try {
    window.localStorage.setItem(NAME, '1');
  } catch {
    // Storage is refused: the offer comes once more after the next purchase.
  }
}

function wasInstallOffered(): boolean {
  try {
    return window.localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}
