import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { steps } from '#styled/recipes/steps.js';

export type StepsProps = {
  readonly names: readonly string[];
  /** The index of the current step, from 0. */
  readonly current: number;
};

/** The steps of a flow, with the current one marked (design §6.10). */
export function Steps({ names, current }: StepsProps): ReactElement {
  const { t } = useLingui();
  const styles = steps();
  const at = current + 1;
  const total = names.length;
  const name = names[current] ?? '';
  return (
    <div className={styles.root}>
      {/* On a phone it stands for the names, for which there is no room. */}
      <p className={styles.summary}>
        <Trans>
          Step {at} of {total}: {name}
        </Trans>
      </p>
      <ol aria-label={t`Steps`} className={styles.list}>
        {names.map((step, index) => (
          <li
            key={step}
            className={styles.item}
            data-state={index < current ? 'done' : index === current ? 'current' : 'todo'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.number}>{index + 1}</span>
            <span className={styles.name}>{step}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
