import { Icon } from '@portal/kit/ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type ChoiceProps = {
  readonly mark: ReactNode;
  readonly note: ReactNode;
  /** A link or a button, whose target is the whole row. */
  readonly children: ReactNode;
};

/** A way to sign up, as a large tap target. */
export function Choice({ mark, note, children }: ChoiceProps): ReactElement {
  return (
    <li className={choice}>
      {mark}
      <span className={words}>
        {children}
        <span className={noteStyle}>{note}</span>
      </span>
      <span className={arrow}>
        <Icon name="chevron-right" />
      </span>
    </li>
  );
}

const choice = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  // In pixels: beside a larger text there is no room for larger gaps.
  gap: '16px',
  p: '20px',
  borderRadius: 'lg',
  borderWidth: '1px',
  borderColor: 'line',
  background: 'surface',
  boxShadow: 'card',
  transition: 'border-color',
  transitionDuration: 'fast',
  _hover: { borderColor: 'accent' },
});
const words = css({ display: 'grid', gap: '1' });
export const choiceTarget = css({
  p: '0',
  borderWidth: '0',
  background: 'transparent',
  color: 'ink',
  font: 'inherit',
  fontSize: 'lg',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textAlign: 'start',
  textDecoration: 'none',
  cursor: 'pointer',
  _after: { content: '""', position: 'absolute', inset: '-1px', borderRadius: 'lg' },
  // The focus ring surrounds the whole card, because all of it can be tapped.
  _focusVisible: {
    outline: 'none',
    _after: { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
  },
});
const noteStyle = css({ textStyle: 'note', color: 'ink.muted' });
const arrow = css({ color: 'ink.muted' });
