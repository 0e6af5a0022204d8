import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { descriptionList } from '#styled/recipes/description-list.js';

export function DescriptionList({ children }: { readonly children: ReactNode }) {
  return <dl className={descriptionList().root}>{children}</dl>;
}

export type DescriptionProps = { readonly term: ReactNode; readonly children?: ReactNode };

export function Description({ term, children }: DescriptionProps) {
  const styles = descriptionList();
  const none = children === undefined || children === null || children === '';
  return (
    <div className={styles.row}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value}>
        {none ? (
          <span className={styles.none}>
            <Trans>Not entered</Trans>
          </span>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}
