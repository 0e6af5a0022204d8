import type { Result } from '@portal/kit/api';
import { type Deferred, useDeferred } from '@portal/kit/routing';
import { Card, LoadProblem, Skeleton, SkeletonGroup } from '@portal/kit/ui';
import { type ReactNode, Suspense } from 'react';

type Props<T> = {
  readonly data: Deferred<Result<T>>;
  readonly children: (data: T) => ReactNode;
};

export function WhenLoaded<T>(props: Props<T>) {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Loaded {...props} />
    </Suspense>
  );
}

function Loaded<T>({ data, children }: Props<T>): ReactNode {
  const answer = useDeferred(data);
  return answer.ok ? children(answer.data) : <LoadProblem error={answer.error} />;
}

function FormSkeleton() {
  return (
    <SkeletonGroup>
      <Card gap="lg">
        <Skeleton width="half" />
        <Skeleton shape="title" />
        <Skeleton width="third" />
      </Card>
    </SkeletonGroup>
  );
}
