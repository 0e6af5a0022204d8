import type { Result } from '@portal/shared-api';
import { type Soon, useSoon } from '@portal/shared-routing';
import { Card, LoadProblem, Skeleton, SkeletonGroup, Stack } from '@portal/shared-ui';
import { type ReactElement, type ReactNode, Suspense } from 'react';

type Props<T> = {
  readonly data: Soon<Result<T>>;
  readonly children: (data: T) => ReactNode;
};

/** What needs data: a skeleton until it is there, a way to ask again where it cannot be had. */
export function WhenLoaded<T>(props: Props<T>): ReactElement {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Loaded {...props} />
    </Suspense>
  );
}

function Loaded<T>({ data, children }: Props<T>): ReactNode {
  const answer = useSoon(data);
  return answer.ok ? children(answer.data) : <LoadProblem error={answer.error} />;
}

/** The shape of a short form. */
function FormSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <Card>
        <Stack gap="lg">
          <Skeleton width="half" />
          <Skeleton shape="title" />
          <Skeleton width="third" />
        </Stack>
      </Card>
    </SkeletonGroup>
  );
}
