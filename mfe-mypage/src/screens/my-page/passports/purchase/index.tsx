import { Trans } from '@lingui/react/macro';
import { userAtom, useSession } from '@portal/shared-auth';
import { isProfileComplete } from '@portal/shared-contract';
import {
  type LoaderFunctionArgs,
  useDeferred,
  useLoaderData,
  useLocation,
} from '@portal/shared-routing';
import { Card, LoadProblem, Skeleton, SkeletonGroup } from '@portal/shared-ui';
import { FlowPage } from '@portal/shared-ui/forms';
import { type ReactElement, type ReactNode, Suspense, useEffect } from 'react';
import { css } from '#css';
import { clearReturnTo } from '../../../../passports/use-remember-return-to.ts';
import { CheckStep } from './check-step.tsx';
import { loadPurchase, type PurchaseData } from './data.ts';
import { DesignStep } from './design-step.tsx';
import { openStep, type Step } from './flow.ts';
import { HolderStep } from './holder-step.tsx';
import { IncompleteProfile } from './incomplete-profile.tsx';
import { PhotoStep } from './photo-step.tsx';
import { useStepNames } from './step-names.ts';

export async function loader({ request }: LoaderFunctionArgs): Promise<PurchaseData | Response> {
  const step = openStep(request, Date.now());
  return typeof step === 'string' ? loadPurchase(step) : step;
}

const ORDER: readonly Step[] = ['holder', 'design', 'photo', 'check'];
const HEADINGS: Readonly<Record<Step, ReactNode>> = {
  holder: <Trans>Buy a passport</Trans>,
  design: <Trans>Choose a design</Trans>,
  photo: <Trans>Add a photo</Trans>,
  check: <Trans>Check and pay</Trans>,
};

/** Buys a passport in four steps: holder, design, photo, check and pay. */
export function Component(): ReactElement {
  const { step, ...data } = useLoaderData<PurchaseData>();
  return (
    <FlowPage
      heading={HEADINGS[step]}
      steps={useStepNames()}
      current={ORDER.indexOf(step)}
      namesPage
    >
      <Suspense fallback={<StepSkeleton />}>
        <StepContent step={step} {...data} />
      </Suspense>
    </FlowPage>
  );
}

function StepContent({ step, member, catalogue }: PurchaseData): ReactElement {
  const memberAnswer = useDeferred(member);
  const catalogueAnswer = useDeferred(catalogue);
  // The session's member is newer if another screen or tab has changed it.
  const known = useSession(userAtom) ?? (memberAnswer.ok ? memberAnswer.data : null);
  const isComplete = known !== null && isProfileComplete(known);
  const { pathname } = useLocation();
  useEffect(() => {
    if (isComplete) clearReturnTo(pathname);
  }, [isComplete, pathname]);
  if (!known) {
    return memberAnswer.ok ? <StepSkeleton /> : <LoadProblem error={memberAnswer.error} />;
  }
  if (!isComplete) return <IncompleteProfile />;
  if (!catalogueAnswer.ok) return <LoadProblem error={catalogueAnswer.error} />;
  switch (step) {
    case 'holder':
      return <HolderStep member={known} price={catalogueAnswer.data.price} />;
    case 'design':
      return <DesignStep catalogue={catalogueAnswer.data} />;
    case 'photo':
      return <PhotoStep />;
    case 'check':
      return <CheckStep member={known} catalogue={catalogueAnswer.data} />;
  }
}

function StepSkeleton(): ReactElement {
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
