import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { progressBar } from '#styled/recipes/progress-bar.js';

/** The bar at the top while a route loads (design §7.3). */
export function ProgressBar(): ReactElement {
  const { t } = useLingui();
  const styles = progressBar();
  return (
    <div role="progressbar" aria-label={t`Loading`} className={styles.root}>
      <div className={styles.bar} />
    </div>
  );
}
