import type { Result } from '@portal/kit/api';
import { loadMember, userAtom, useSession } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { type Deferred, deferred, useDeferred, useLoaderData } from '@portal/kit/routing';
import { Card, LoadProblem, Skeleton, SkeletonGroup } from '@portal/kit/ui';
import { type ReactNode, Suspense } from 'react';
import { css } from '#css';

type Member = Deferred<Result<User>>;
type Props = {
  /** By default what the loader has answered: {@link loadMemberLater}. */
  readonly member?: Member;
  readonly children: (member: User) => ReactNode;
};

export const loadMemberLater = () => deferred(loadMember());

export function WithMember({ member, children }: Props) {
  const loaded = useLoaderData<Member>();
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Known member={member ?? loaded}>{children}</Known>
    </Suspense>
  );
}

function Known({ member, children }: Required<Props>) {
  const answer = useDeferred(member);
  // Another screen or tab may have changed the member since the loader ran.
  const known = useSession(userAtom);
  if (known) return <>{children(known)}</>;
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  return <>{children(answer.data)}</>;
}

export function FormSkeleton() {
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
