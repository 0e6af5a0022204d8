import type { ReactNode } from 'react';
import { emptyState } from '#styled/recipes/empty-state.js';
import { Icon, type IconName } from './icon.tsx';

export type EmptyStateProps = {
  readonly icon: IconName;
  readonly title: ReactNode;
  readonly action?: ReactNode;
  /** What will be shown here later (design §7.7). */
  readonly children?: ReactNode;
};

export function EmptyState({ icon, title, action, children }: EmptyStateProps) {
  const styles = emptyState();
  return (
    <div className={styles.root}>
      <span className={styles.mark}>
        <Icon name={icon} size="lg" />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.words}>{children}</div>}
      {action}
    </div>
  );
}
