import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { steps } from '#styled/recipes/steps.js';
import { Page, PageHeading, type PageProps, Stack } from '../layout.tsx';

type Props = {
  readonly heading: ReactNode;
  /** The names of the steps; none on a page after the last of them. */
  readonly steps: readonly string[];
  /** The index of the current step, from 0. */
  readonly current: number;
  /** Several steps share one address, so the heading names the page. */
  readonly namesPage?: boolean;
  readonly width?: PageProps['width'];
  readonly children: ReactNode;
};

export function FlowPage({
  heading,
  steps,
  current,
  namesPage = false,
  width = 'form',
  children,
}: Props) {
  return (
    <Page width={width}>
      <PageHeading namesPage={namesPage}>{heading}</PageHeading>
      <Stack gap="lg">
        {steps.length > 0 && <Steps names={steps} current={current} />}
        {children}
      </Stack>
    </Page>
  );
}

type StepsProps = {
  readonly names: readonly string[];
  /** The index of the current step, from 0. */
  readonly current: number;
};

/** The steps of a flow, with the current one marked (design §6.10). */
export function Steps({ names, current }: StepsProps) {
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
