import { Skeleton, SkeletonGroup } from '@portal/kit/ui';
import type { ReactElement } from 'react';

export function OfferSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton width="half" />
    </SkeletonGroup>
  );
}
