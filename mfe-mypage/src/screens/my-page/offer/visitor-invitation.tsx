import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import { signIn } from '@portal/kit/auth';
import { type EndpointAnswer, offerEnd, showPassportOffer } from '@portal/kit/contract';
import { isOtherProvider } from '@portal/kit/contract/other-provider';
import { useLocation } from '@portal/kit/routing';
import { Button, Card, Inline, LinkButton, Stack, Text } from '@portal/kit/ui';
import { useEffect, useState } from 'react';
import { GiftTicket } from '../../../passports/gift-ticket.tsx';
import { DateText } from '../../../passports/passport-dates.tsx';
import { useRememberReturnTo } from '../../../passports/use-remember-return-to.ts';
import { OfferSkeleton } from './offer-states.tsx';

/**
 * Of a link that opens nothing a visitor learns no more than that there may be a passport. Signing in and up both lead
 * back here; the address is remembered for who signs up at the provider, too.
 */
export function VisitorInvitation({ token }: { readonly token: string }) {
  const offer = useShownOffer(token);
  const { pathname, search, hash } = useLocation();
  const rememberThisLink = useRememberReturnTo();
  const [busy, setBusy] = useState(false);

  async function goToSignIn(): Promise<void> {
    setBusy(true);
    rememberThisLink();
    try {
      await signIn({ returnTo: pathname + search + hash });
    } finally {
      setBusy(false);
    }
  }

  if (!offer) return <OfferSkeleton />;
  const { ok } = offer;
  const ways = (
    <>
      <Button
        size={ok ? 'lg' : 'md'}
        variant={ok ? 'light' : 'solid'}
        wide="onPhone"
        busy={busy}
        onClick={() => void goToSignIn()}
      >
        <Trans>Sign in</Trans>
      </Button>
      {!isOtherProvider() && (
        <LinkButton
          size={ok ? 'lg' : 'md'}
          variant={ok ? 'lift' : 'outline'}
          wide="onPhone"
          to="/signup"
          onClick={rememberThisLink}
        >
          <Trans>Sign up for free</Trans>
        </LinkButton>
      )}
    </>
  );
  if (!ok) {
    return (
      <Card gap="md">
        <Text>
          <Trans>
            Somebody would like to give you an annual passport. Sign in to see from whom it is and
            to accept it.
          </Trans>
        </Text>
        <Inline>{ways}</Inline>
      </Card>
    );
  }
  const { giver_name: giver, message, design_id, requested_at } = offer.data.data;
  const until = <DateText date={offerEnd(requested_at)} />;
  return (
    <Stack gap="lg">
      <GiftTicket
        designId={design_id}
        title={
          giver ? (
            <Trans>{giver} would like to give you an annual passport</Trans>
          ) : (
            <Trans>Somebody would like to give you an annual passport</Trans>
          )
        }
        message={message}
        until={<Trans>Answer by {until}. It costs you nothing.</Trans>}
      >
        {ways}
      </GiftTicket>
      <Card gap="sm" heading={<Trans>What an annual passport is</Trans>}>
        <Text>
          <Trans>
            You can come as often as you like. You show your phone at the entrance; there is nothing
            to print.
          </Trans>
        </Text>
      </Card>
    </Stack>
  );
}

function useShownOffer(token: string) {
  const [offer, setOffer] = useState<Result<EndpointAnswer<typeof showPassportOffer>>>();
  useEffect(() => {
    void call(showPassportOffer, { body: { token } }).then(setOffer);
  }, [token]);
  return offer;
}
