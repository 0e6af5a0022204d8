import type { Result } from '@portal/kit/api';
import { userAtom, useSession } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { type Deferred, useDeferred } from '@portal/kit/routing';
import { Card, LoadProblem, Skeleton, SkeletonGroup } from '@portal/kit/ui';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { css } from '#css';

type Props = {
  readonly member: Deferred<Result<User>>;
  readonly children: (member: User) => ReactNode;
};

/** Renders content that needs the member: a skeleton while they load, a retry when loading failed. */
export function WithMember(props: Props): ReactElement {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Known {...props} />
    </Suspense>
  );
}

function Known({ member, children }: Props): ReactElement {
  const answer = useDeferred(member);
  // Another screen or tab may have changed the member since the loader ran.
  const known = useSession(userAtom);
  if (known) return <>{children(known)}</>;
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  return <>{children(answer.data)}</>;
}

/** A skeleton in the shape of a short form. */
export function FormSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <Card>
        <div className={lines}>
          <Skeleton width="half" />
          <Skeleton shape="title" />
          <Skeleton width="third" />
        </div>
      </Card>
    </SkeletonGroup>
  );
}

const lines = css({ display: 'grid', gap: '5' });
