import { Icon, type IconName } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type Props = {
  readonly icon: IconName;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly onOpen: () => void;
  /** The dialog that it opens. */
  readonly children: ReactNode;
};

/** Something that can be done, as a row to press. */
export function ActionRow({ icon, title, note, onOpen, children }: Props): ReactElement {
  return (
    <li className={item}>
      <button type="button" className={row} onClick={onOpen}>
        <span className={mark}>
          <Icon name={icon} />
        </span>
        <span className={words}>
          <span className={name}>{title}</span>
          <span className={noteStyle}>{note}</span>
        </span>
        <span className={arrow}>
          <Icon name="chevron-right" />
        </span>
      </button>
      {children}
    </li>
  );
}

const item = css({ borderTopWidth: '1px', borderColor: 'line', _first: { borderTopWidth: '0' } });
const row = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '3',
  width: 'full',
  minHeight: 'target',
  py: '3',
  px: '0',
  border: '0',
  background: 'transparent',
  color: 'ink',
  textAlign: 'start',
  cursor: 'pointer',
});
const mark = css({
  display: 'grid',
  placeItems: 'center',
  width: '10',
  height: '10',
  borderRadius: 'full',
  background: 'accent.soft',
  color: 'accent',
});
const words = css({ display: 'grid', gap: '0.5' });
const name = css({ fontWeight: 'bold', lineHeight: 'tight' });
const noteStyle = css({ textStyle: 'note', color: 'ink.muted' });
const arrow = css({ color: 'ink.muted' });
