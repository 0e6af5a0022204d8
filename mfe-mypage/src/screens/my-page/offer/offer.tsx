import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import { answerPassportOffer, findPassportOffer, type Passport } from '@portal/kit/contract';
import { useGo } from '@portal/kit/routing';
import { Banner, Button, LinkButton, Stack } from '@portal/kit/ui';
import { ApiErrorBanner } from '@portal/kit/ui/forms';
import { useCallback, useEffect, useState } from 'react';
import { IncomingOffer } from '../passports/$id/incoming-offer.tsx';
import { OfferSkeleton, UnusableLink } from './offer-states.tsx';

export function Offer({ token }: { readonly token: string }) {
  const { answer, load } = useOffer(token);
  const go = useGo();
  if (!answer) return <OfferSkeleton />;
  if (!answer.ok) {
    const { error } = answer;
    if (error.kind === 'api' && error.code === 'ap_passport.not_found') return <UnusableLink />;
    const retry = (
      <Button variant="outline" size="sm" onClick={load}>
        <Trans>Try again</Trans>
      </Button>
    );
    return <ApiErrorBanner error={error} action={retry} />;
  }
  const passport = answer.data;
  if (passport.role === 'owner') return <OwnPassport passport={passport} />;
  return (
    <Stack gap="lg">
      <IncomingOffer
        passport={passport}
        answer={(status) =>
          call(answerPassportOffer, { body: { token, status } }, { purpose: 'form' })
        }
        onAccepted={() => go(`/my-page/passports/${passport.id}`, { replace: true })}
      />
    </Stack>
  );
}

/** The sender opens their own link, or the receiver opens it once more. */
function OwnPassport({ passport: { id, transfer } }: { readonly passport: Passport }) {
  return (
    <Banner
      tone="info"
      title={
        transfer ? (
          <Trans>You are offering this passport yourself</Trans>
        ) : (
          <Trans>This passport is yours</Trans>
        )
      }
      action={
        <LinkButton to={`/my-page/passports/${id}`} size="sm">
          <Trans>See the passport</Trans>
        </LinkButton>
      }
    >
      {transfer && <Trans>Send the link to the person who is to have it.</Trans>}
    </Banner>
  );
}

function useOffer(token: string) {
  const [answer, setAnswer] = useState<Result<Passport>>();
  const load = useCallback(() => {
    setAnswer(undefined);
    // Accepting needs a complete profile: the page says beforehand what is missing.
    void loadMember();
    void call(findPassportOffer, { body: { token } }, { purpose: 'form' }).then((found) =>
      setAnswer(found.ok ? { ...found, data: found.data.data } : found),
    );
  }, [token]);
  useEffect(load, [load]);
  return { answer, load };
}
