import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { skeleton } from '#styled/recipes/skeleton.js';
import { VisuallyHidden } from './visually-hidden.tsx';

export type SkeletonProps = {
  /**
   * `line` and `title` are as high as the text they stand for, so that nothing moves when it
   * arrives; `fill` is as high as its place.
   */
  readonly shape?: 'line' | 'title' | 'block' | 'circle' | 'fill';
  readonly width?: 'full' | 'half' | 'third';
};

/** A grey placeholder for content that loads (design §7.2). */
export function Skeleton({ shape, width }: SkeletonProps): ReactElement {
  return <span aria-hidden="true" className={skeleton({ shape, width })} />;
}

/** Groups the skeletons of a view and announces once that it is loading. */
export function SkeletonGroup({ children }: { readonly children: ReactNode }): ReactElement {
  const { t } = useLingui();
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{t`Loading`}</VisuallyHidden>
      {children}
    </div>
  );
}
