import { confirmedPlace } from '@portal/kit/auth';
import type { Act } from '@portal/kit/contract';
import { useLocation } from '@portal/kit/routing';
import { Heading, Icon } from '@portal/kit/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { css } from '#css';
import { rowLine } from './group.tsx';

type SettingRowProps = {
  /** Also the URL fragment that opens the row: `/account/settings#devices`. */
  readonly id: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly opened?: boolean;
  readonly children: ReactNode;
};

/** A setting as a row that opens the place where it is changed: label, value, chevron (design §5.1). */
export function SettingRow(props: SettingRowProps) {
  const { id, label, value, opened = false, children } = props;
  const { hash } = useLocation();
  const isNamed = hash === `#${id}`;
  // What was typed stays in a row that is folded again.
  const [state, setState] = useState<'new' | 'open' | 'folded'>(opened || isNamed ? 'open' : 'new');
  const open = state === 'open';
  useEffect(() => {
    if (isNamed) setState('open');
  }, [isNamed]);
  return (
    <div id={id} tabIndex={-1} className={rowLine}>
      <Heading>
        <button
          type="button"
          id={`${id}-heading`}
          aria-expanded={open}
          aria-controls={`${id}-panel`}
          className={row}
          onClick={() => setState(open ? 'folded' : 'open')}
        >
          <span className={words}>
            <span id={`${id}-label`}>{label}</span>
            <span className={present}>{value}</span>
          </span>
          <span className={mark}>
            <Icon name="chevron-down" />
          </span>
        </button>
      </Heading>
      <section id={`${id}-panel`} aria-labelledby={`${id}-label`} hidden={!open} className={panel}>
        {state !== 'new' && children}
      </section>
    </div>
  );
}

/** Whether the member has just come back from confirming one of these acts: its row has to be open then. */
export const isBackFrom = (...acts: readonly Act[]): boolean =>
  acts.some((act) => confirmedPlace(act) !== undefined);

/** Moves the focus to a row when the focused element in it is removed. */
export const focusRow = (id: string): void => document.getElementById(`${id}-heading`)?.focus();

const row = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  minHeight: '12',
  width: 'full',
  py: '1',
  textAlign: 'start',
  cursor: 'pointer',
});
const words = css({
  display: 'grid',
  // On a phone the value stands below: beside it a label would break within a word.
  gridTemplateColumns: { sm: '11rem minmax(0, 1fr)' },
  flex: '1',
  alignItems: 'center',
  columnGap: '3',
  minWidth: '0',
  lineHeight: '1.5',
  '& > :first-child': { textStyle: 'note', fontWeight: 'normal', color: 'ink.muted' },
});
const present = css({ fontSize: 'md', fontWeight: 'normal', overflowWrap: 'anywhere' });
const mark = css({
  display: 'inline-flex',
  color: 'ink.muted',
  '[aria-expanded=true] > &': { transform: 'rotate(180deg)' },
});
const panel = css({ pb: '5', pt: '1' });
