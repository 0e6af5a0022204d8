import { Skeleton, SkeletonGroup } from '@portal/kit/ui';
import type { ReactElement } from 'react';

/** Stands in for the offer while its code and its data are on the way. */
export function OfferSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton width="half" />
    </SkeletonGroup>
  );
}
