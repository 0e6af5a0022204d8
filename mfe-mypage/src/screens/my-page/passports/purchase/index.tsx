import { Trans, useLingui } from '@lingui/react/macro';
import { loadMember, userAtom, useSession } from '@portal/kit/auth';
import { isProfileComplete, missingForPassport, type User } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import {
  type LoaderFunctionArgs,
  useDeferred,
  useGo,
  useLoaderData,
  useLocale,
} from '@portal/kit/routing';
import {
  Button,
  Card,
  Description,
  DescriptionList,
  LoadProblem,
  Skeleton,
  SkeletonGroup,
  Stack,
  Text,
} from '@portal/kit/ui';
import { FlowPage } from '@portal/kit/ui/forms';
import { lazy, type ReactNode, Suspense } from 'react';
import { css } from '#css';
import { NotOnSale } from '../../../../passports/kinds-on-sale.tsx';
import { newPassportDates, PassportDates } from '../../../../passports/passport-dates.tsx';
import { CheckStep } from './check-step.tsx';
import { asksAddress, loadPurchase, type PurchaseData } from './data.ts';
import { DesignStep } from './design-step.tsx';
import { needsPhoto, openStep, purchaseFlow, STEPS, type Step } from './flow.ts';
import { HolderStep } from './holder-step.tsx';
import { shownOf } from './order-slip.tsx';
import { PhotoStep } from './photo-step.tsx';
import { kindsOf, PurchaseBar } from './purchase-bar.tsx';

export async function loader({ request }: LoaderFunctionArgs): Promise<PurchaseData | Response> {
  // Awaited, because the profile decides about the first step.
  const member = await loadMember();
  const lacksDetails =
    member.ok &&
    !isProfileComplete(member.data) &&
    missingForPassport(member.data, await asksAddress()).length > 0;
  const step = openStep(request, lacksDetails, Date.now());
  return typeof step === 'string' ? loadPurchase(step, member) : step;
}

/** With the profile's form it is fetched only by a member whose profile lacks something. */
const DetailsStep = lazy(async () => ({
  default: (await import('./details-step.tsx')).DetailsStep,
}));

const HEADINGS: Readonly<Record<Step, ReactNode>> = {
  details: <Trans>Details about you</Trans>,
  holder: <Trans>Buy a passport</Trans>,
  design: <Trans>Choose a design</Trans>,
  photo: <Trans>Add a photo</Trans>,
  check: <Trans>Check and pay</Trans>,
};

/** Buys a passport: holder, design, photo, check and pay. Missing details of the member come first. */
export function Component() {
  const data = useLoaderData<PurchaseData>();
  return (
    <FlowPage
      heading={headingOf(data.step)}
      {...useSteps(data.step)}
      namesPage
      width={data.step === 'design' ? 'wide' : 'form'}
    >
      <Suspense fallback={<StepSkeleton />}>
        <StepContent {...data} />
      </Suspense>
    </FlowPage>
  );
}

const headingOf = (step: Step): ReactNode =>
  step === 'holder' && purchaseFlow.state().others.length > 0 ? (
    <Trans>Passport in your order</Trans>
  ) : (
    HEADINGS[step]
  );

function StepContent({ step, member, catalogue, details }: PurchaseData) {
  const session = useSession(userAtom);
  const catalogueAnswer = useDeferred(catalogue);
  if (!member.ok) return <LoadProblem error={member.error} />;
  // The session's member is newer if another screen or tab has changed it.
  const known = session ?? member.data;
  if (details) return <Details member={known} {...details} />;
  if (!catalogueAnswer.ok) return <LoadProblem error={catalogueAnswer.error} />;
  const { kinds, next_sale } = catalogueAnswer.data;
  if (kinds.length === 0 && purchaseFlow.state().kind !== 'sent')
    return <NotOnSale from={next_sale} />;
  switch (step) {
    case 'design':
      return <DesignStep member={known} catalogue={catalogueAnswer.data} />;
    case 'photo':
      return <PhotoStep />;
    case 'check':
      return <CheckStep member={known} catalogue={catalogueAnswer.data} />;
    default:
      return purchaseFlow.state().choices.renews ? (
        <RenewedHolder member={known} />
      ) : (
        <HolderStep member={known} catalogue={catalogueAnswer.data} />
      );
  }
}

type DetailsProps = { readonly member: User } & NonNullable<PurchaseData['details']>;

function Details({ member, prefectures, address }: DetailsProps) {
  const answer = useDeferred(prefectures);
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  return <DetailsStep member={member} prefectures={answer.data} address={address} />;
}

function StepSkeleton() {
  return (
    <SkeletonGroup>
      <Card>
        <div className={lines}>
          <Skeleton width="half" />
          <Skeleton shape="block" />
          <Skeleton shape="title" />
        </div>
      </Card>
    </SkeletonGroup>
  );
}

const lines = css({ display: 'grid', gap: '5' });

/** First step of a renewal: who and when follow from the passport that it renews. */
function RenewedHolder({ member }: { readonly member: User }) {
  const locale = useLocale();
  const go = useGo();
  const { names, start, end } = shownOf(purchaseFlow.state().choices, member);
  return (
    <Stack gap="lg">
      <Text>
        <Trans>A renewal is for the same person, from the day after the last day.</Trans>
      </Text>
      <Card>
        <DescriptionList>
          <Description term={<Trans context="of a passport">Holder</Trans>}>
            {formatName(names, { locale })}
          </Description>
          <Description term={<Trans context="how long">Valid</Trans>}>
            <PassportDates passport={newPassportDates(start, end)} />
          </Description>
        </DescriptionList>
      </Card>
      <PurchaseBar kinds={kindsOf(purchaseFlow.state())}>
        <Button onClick={() => go(STEPS.design)}>
          <Trans>Next</Trans>
        </Button>
      </PurchaseBar>
    </Stack>
  );
}

const ORDER: readonly Step[] = ['details', 'holder', 'design', 'photo', 'check'];

/** The step about the member counts in a purchase that has it; that about the photo not for another adult. */
function useSteps(step: Step): { readonly steps: readonly string[]; readonly current: number } {
  const { t } = useLingui();
  const names = [
    t`Details about you`,
    t({ message: 'Who it’s for', context: 'step' }),
    t({ message: 'Design', context: 'step' }),
    t({ message: 'Photo', context: 'step' }),
    t({ message: 'Check and pay', context: 'step' }),
  ];
  const { detailsSaved, choices } = purchaseFlow.state();
  const shown = ORDER.filter((one) => {
    if (one === 'details') return step === 'details' || detailsSaved;
    return one !== 'photo' || step === 'photo' || needsPhoto(choices);
  });
  return {
    steps: shown.map((one) => names[ORDER.indexOf(one)] ?? ''),
    current: shown.indexOf(step),
  };
}
