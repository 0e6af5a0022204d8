import { Trans, useLingui } from '@lingui/react/macro';
import { offerEnd, type Passport } from '@portal/kit/contract';
import { sentenceGap } from '@portal/kit/i18n';
import { Banner, Button, Icon, Inline, Stack, toast } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner } from '@portal/kit/ui/forms';
import { QrCode } from '@portal/kit/ui/qr-code';
import { type ReactElement, useEffect, useId, useRef } from 'react';
import { css } from '#css';
import { GiftLetter } from '../../../../passports/gift-letter.tsx';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { HeldNote } from './held-note.tsx';
import { useWithdrawal } from './use-withdrawal.ts';

type Props = {
  readonly passport: Passport;
  /** The token, on the page where the member has made the link; nobody can read it again. */
  readonly token: string | undefined;
};

/** Tells the owner of the open link, and withdraws it by one tap: nobody has been told of it yet. */
export function LinkOffer({ passport, token }: Props): ReactElement {
  const action = useWithdrawal(passport);
  const { giver_name, message, requested_at } = passport.transfer ?? {};
  const until = <DateText date={offerEnd(requested_at ?? passport.created_at)} />;
  return (
    <Banner
      tone="info"
      title={<Trans>You have offered this passport by a link</Trans>}
      action={
        <ActionButton variant="outline" size="sm" action={action} onClick={action.withdraw}>
          <Trans>Withdraw the offer</Trans>
        </ActionButton>
      }
    >
      <Stack gap="sm">
        <ApiErrorBanner error={action.error} />
        {token === undefined ? (
          <>
            <p>
              <Trans>
                The link was shown once. If you no longer have it, withdraw the offer and create a
                new one.
              </Trans>
            </p>
            <GiftLetter from={giver_name ?? null} message={message ?? null} />
          </>
        ) : (
          <LinkToPassOn url={`${window.location.origin}/my-page/offer#${token}`} />
        )}
        <p>
          <Trans>
            Its code does not open the gate until somebody accepts or you withdraw the offer.
          </Trans>
          {sentenceGap()}
          <Trans>If nobody answers, the offer ends by itself on {until}.</Trans>
        </p>
        <HeldNote transfer={passport.transfer} />
      </Stack>
    </Banner>
  );
}

/** The link as a QR code and as text, to be copied or shared. The focus is on its button. */
function LinkToPassOn({ url }: { readonly url: string }): ReactElement {
  const { t } = useLingui();
  const id = useId();
  const text = useRef<HTMLParagraphElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      toast(t`The link has been copied.`);
    } catch {
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
    }
  }
  // The browser's own list of apps. Closing it rejects, and nothing is to be said then.
  const share = () => navigator.share({ text: t`A passport for you`, url }).catch(() => {});
  return (
    <div className={place}>
      <div className={code}>
        <QrCode text={url} label={t`QR code of the link`} className={square} />
      </div>
      <div className={words}>
        <p id={id} ref={text} className={address}>
          {url}
        </p>
        <Inline gap="sm">
          <Button ref={first} size="sm" aria-describedby={id} onClick={() => void copy()}>
            <Trans>Copy the link</Trans>
          </Button>
          {'share' in navigator && (
            <Button size="sm" variant="outline" onClick={() => void share()}>
              <Icon name="external" size="sm" />
              <Trans>Share</Trans>
            </Button>
          )}
        </Inline>
      </div>
    </div>
  );
}

// Enlarged text goes below the code.
const place = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4' });
const code = css({
  flexShrink: '0',
  width: '9rem',
  maxWidth: 'full',
  borderRadius: 'md',
  overflow: 'hidden',
  background: 'fixed.white',
});
const square = css({ display: 'block', width: 'full', height: 'auto', forcedColorAdjust: 'none' });
const words = css({ display: 'grid', gap: '3', flex: '1 1 9rem', minWidth: '0' });
const address = css({ fontSize: 'sm', overflowWrap: 'anywhere' });
