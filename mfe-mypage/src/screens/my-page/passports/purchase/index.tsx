import { Trans } from '@lingui/react/macro';
import { userAtom, useSession } from '@portal/shared-auth';
import { isProfileComplete } from '@portal/shared-contract';
import {
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useSoon,
} from '@portal/shared-routing';
import { Card, LoadProblem, Skeleton, SkeletonGroup } from '@portal/shared-ui';
import { FlowPage } from '@portal/shared-ui/forms';
import { type ReactElement, type ReactNode, Suspense, useEffect } from 'react';
import { css } from '#css';
import { forgetReturn } from '../../../../passes/use-return-here.ts';
import { CheckStep } from './check.tsx';
import { loadPurchase, type PurchaseData } from './data.ts';
import { DesignStep } from './design.tsx';
import { openStep, type Step } from './flow.ts';
import { PhotoStep } from './photo.tsx';
import { ProfileFirst } from './profile-first.tsx';
import { useStepNames } from './step-names.ts';
import { WhoStep } from './who.tsx';

export async function loader({ request }: LoaderFunctionArgs): Promise<PurchaseData | Response> {
  const step = openStep(request, Date.now());
  return typeof step === 'string' ? loadPurchase(step) : step;
}

const ORDER: readonly Step[] = ['who', 'design', 'photo', 'check'];
const HEADINGS: Readonly<Record<Step, ReactNode>> = {
  who: <Trans>Buy a passport</Trans>,
  design: <Trans>Choose a design</Trans>,
  photo: <Trans>Add a photo</Trans>,
  check: <Trans>Check and pay</Trans>,
};

/** Buying a pass: for whom and from when, how it looks, the photo, and paying for it. */
export function Component(): ReactElement {
  const { step, ...data } = useLoaderData<PurchaseData>();
  return (
    <FlowPage heading={HEADINGS[step]} steps={useStepNames()} current={ORDER.indexOf(step)}>
      <Suspense fallback={<StepSkeleton />}>
        <Shown step={step} {...data} />
      </Suspense>
    </FlowPage>
  );
}

function Shown({ step, member, catalogue }: PurchaseData): ReactElement {
  const memberAnswer = useSoon(member);
  const catalogueAnswer = useSoon(catalogue);
  // What another screen or tab has changed in the session since.
  const known = useSession(userAtom) ?? (memberAnswer.ok ? memberAnswer.data : null);
  const isComplete = known !== null && isProfileComplete(known);
  const { pathname } = useLocation();
  useEffect(() => {
    if (isComplete) forgetReturn(pathname);
  }, [isComplete, pathname]);
  if (!known) {
    return memberAnswer.ok ? <StepSkeleton /> : <LoadProblem error={memberAnswer.error} />;
  }
  if (!isComplete) return <ProfileFirst />;
  if (!catalogueAnswer.ok) return <LoadProblem error={catalogueAnswer.error} />;
  switch (step) {
    case 'who':
      return <WhoStep member={known} price={catalogueAnswer.data.price} />;
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
