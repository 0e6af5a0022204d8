import type { ApiError } from '@portal/kit/api';
import { type IconName, RowContent, rowLayout } from '@portal/kit/ui';
import { ApiErrorBanner } from '@portal/kit/ui/forms';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type Props = {
  readonly icon: IconName;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly onOpen: () => void;
  /** Why the dialog has not opened. */
  readonly error?: ApiError | null;
  /** The dialog that the row opens. */
  readonly children: ReactNode;
};

/** An action as a row that can be pressed. */
export function ActionRow(props: Props): ReactElement {
  const { icon, title, note, onOpen, error = null, children } = props;
  return (
    <li className={item}>
      <button type="button" className={`${rowLayout()} ${row}`} onClick={onOpen}>
        <RowContent icon={icon} title={<span className={name}>{title}</span>} note={note} />
      </button>
      <ApiErrorBanner error={error} />
      {children}
    </li>
  );
}

const item = css({ borderTopWidth: '1px', borderColor: 'line', _first: { borderTopWidth: '0' } });
const row = css({
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
const name = css({ fontWeight: 'bold', lineHeight: 'tight' });
