import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { steps } from '#styled/recipes/steps.js';

export type StepsProps = {
  /** The names of the steps, in order. */
  readonly names: readonly string[];
  /** The index of the current step, from 0. */
  readonly current: number;
};

/** The steps of a flow, with the current one marked (design §6.10). */
export function Steps({ names, current }: StepsProps): ReactElement {
  const { t } = useLingui();
  const styles = steps();
  return (
    <ol aria-label={t`Steps`} className={styles.root}>
      {names.map((name, at) => (
        <li
          key={name}
          className={styles.item}
          data-state={at < current ? 'done' : at === current ? 'current' : 'todo'}
          aria-current={at === current ? 'step' : undefined}
        >
          <span className={styles.number}>{at + 1}</span>
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
