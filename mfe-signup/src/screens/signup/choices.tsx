import { Trans } from '@lingui/react/macro';
import { signUpWithLine } from '@portal/shared-auth';
import { LocaleLink } from '@portal/shared-routing';
import { Icon, IconDisc } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';
import { LineMark } from './line-mark.tsx';
import { EMAIL_CHOICE } from './sign-up-choice.ts';

/** The two ways to sign up, as large tap targets. */
export function Choices(): ReactElement {
  return (
    <ul className={list}>
      <Choice
        mark={<IconDisc icon="mail" size="lg" />}
        note={<Trans>You choose your own password.</Trans>}
      >
        <LocaleLink to="/signup/enter-email" state={EMAIL_CHOICE} className={target}>
          <Trans>Sign up by e-mail</Trans>
        </LocaleLink>
      </Choice>
      <Choice
        mark={
          <span className={lineMark}>
            <LineMark />
          </span>
        }
        note={<Trans>You continue on LINE, with no password to remember.</Trans>}
      >
        <button type="button" onClick={() => void signUpWithLine()} className={target}>
          <Trans>Sign up with LINE</Trans>
        </button>
      </Choice>
    </ul>
  );
}

type ChoiceProps = {
  readonly mark: ReactNode;
  readonly note: ReactNode;
  /** A link or a button, whose target is the whole row. */
  readonly children: ReactNode;
};

function Choice({ mark, note, children }: ChoiceProps): ReactElement {
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

const list = css({ display: 'grid', gap: '4' });
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
const lineMark = css({ display: 'grid', placeItems: 'center', boxSize: '12' });
const words = css({ display: 'grid', gap: '1' });
const target = css({
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
