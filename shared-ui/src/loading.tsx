import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { progressBar } from '#styled/recipes/progress-bar.js';
import { skeleton } from '#styled/recipes/skeleton.js';
import { spinner } from '#styled/recipes/spinner.js';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The bar at the top while a route loads (design §7.3). */
export function ProgressBar() {
  const { t } = useLingui();
  const styles = progressBar();
  return (
    <div role="progressbar" aria-label={t`Loading`} className={styles.root}>
      <div className={styles.bar} />
    </div>
  );
}

export function Spinner() {
  const { t } = useLingui();
  return <span role="status" aria-label={t`Loading`} className={spinner({ size: 'lg' })} />;
}

export type SkeletonProps = {
  /** `line` and `title` are as high as their text, so that nothing moves when it arrives; `fill` is as high as its place. */
  readonly shape?: 'line' | 'title' | 'block' | 'circle' | 'fill';
  readonly width?: 'full' | 'half' | 'third';
};

/** A grey placeholder for content that loads (design §7.2). */
export function Skeleton({ shape, width }: SkeletonProps) {
  return <span aria-hidden="true" className={skeleton({ shape, width })} />;
}

/** Groups the skeletons of a view and announces once that it is loading. */
export function SkeletonGroup({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{t`Loading`}</VisuallyHidden>
      {children}
    </div>
  );
}
