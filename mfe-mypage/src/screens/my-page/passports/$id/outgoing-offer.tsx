import { Trans, useLingui } from '@lingui/react/macro';
import { offerEnd, type Passport, withdrawPassportTransfer } from '@portal/kit/contract';
import { sentenceGap } from '@portal/kit/i18n';
import { Banner, Button, Icon, Inline, Stack, toast } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner } from '@portal/kit/ui/forms';
import { QrCode } from '@portal/kit/ui/qr-code';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { css } from '#css';
import { GiftLetter } from '../../../../passports/gift-letter.tsx';
import { DateText, momentInJapan } from '../../../../passports/passport-dates.tsx';
import { usePassportAction } from './action.tsx';
import { useGiftDraft } from './gift-words.tsx';

type Props = {
  readonly passport: Passport;
  /** The member has just made the offer: the button to take it back gets the focus. */
  readonly isNew: boolean;
};

export function OutgoingOffer({ passport, isNew }: Props) {
  const { other, requested_at = passport.created_at } = passport.transfer ?? {};
  const since = <DateText date={requested_at} />;
  return (
    <OpenOffer
      passport={passport}
      title={<Trans>You have offered this passport to {other}</Trans>}
      isNew={isNew}
      state={
        <Trans>
          Since {since}. Its code does not open the gate until they answer or you withdraw the
          offer.
        </Trans>
      }
    >
      <Words passport={passport} />
    </OpenOffer>
  );
}

type LinkProps = {
  readonly passport: Passport;
  /** The token, on the page where the member has made the link; nobody can read it again. */
  readonly token: string | undefined;
};

export function LinkOffer({ passport, token }: LinkProps) {
  return (
    <OpenOffer
      passport={passport}
      title={<Trans>You have offered this passport by a link</Trans>}
      state={
        <Trans>
          Its code does not open the gate until somebody accepts or you withdraw the offer.
        </Trans>
      }
    >
      {token === undefined ? (
        <>
          <p>
            <Trans>
              The link was shown once. If you no longer have it, withdraw the offer and create a new
              one.
            </Trans>
          </p>
          <Words passport={passport} />
        </>
      ) : (
        <LinkToPassOn url={`${window.location.origin}/my-page/offer#${token}`} />
      )}
    </OpenOffer>
  );
}

const Words = ({ passport: { transfer } }: { readonly passport: Passport }) => (
  <GiftLetter from={transfer?.giver_name ?? null} message={transfer?.message ?? null} />
);

type OpenOfferProps = {
  readonly passport: Passport;
  readonly title: ReactNode;
  /** What the offer means until it is answered. */
  readonly state: ReactNode;
  readonly isNew?: boolean;
  readonly children: ReactNode;
};

/** Until when an offer stands. It is withdrawn at one tap: giving it again undoes that, with the same words. */
function OpenOffer(props: OpenOfferProps) {
  const { passport, title, state, isNew = false, children } = props;
  const { t } = useLingui();
  const action = usePassportAction();
  const draft = useGiftDraft(passport);
  const { id, transfer, created_at } = passport;
  const until = <DateText date={offerEnd(transfer?.requested_at ?? created_at)} />;
  const withdrawal = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNew) withdrawal.current?.focus();
  }, [isNew]);
  const keepWords = () => {
    if (!transfer?.giver_name) return;
    draft.write({ giver_name: transfer.giver_name, message: transfer.message ?? '' });
  };
  const withdraw = () =>
    action.change(
      withdrawPassportTransfer,
      { params: { id } },
      t`The offer has been withdrawn.`,
      keepWords,
    );
  return (
    <Banner
      tone="info"
      title={title}
      action={
        <ActionButton
          ref={withdrawal}
          variant="outline"
          size="sm"
          action={action}
          onClick={withdraw}
        >
          <Trans>Withdraw the offer</Trans>
        </ActionButton>
      }
    >
      <Stack gap="sm">
        <ApiErrorBanner error={action.error} />
        {children}
        <p>
          {state}
          {sentenceGap()}
          <Trans>If nobody answers, the offer ends by itself on {until}.</Trans>
        </p>
        <HeldNote transfer={transfer} />
      </Stack>
    </Banner>
  );
}

function LinkToPassOn({ url }: { readonly url: string }) {
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

/** From when an offer can be accepted that was made while something was new. */
export function HeldNote({ transfer }: { readonly transfer: Passport['transfer'] }) {
  if (!transfer?.held_until) return null;
  const moment = momentInJapan(transfer.held_until);
  return (
    <p>
      <Trans>
        It can be accepted from {moment} (Japan time), because it was offered from a new browser or
        with a new password.
      </Trans>
    </p>
  );
}
