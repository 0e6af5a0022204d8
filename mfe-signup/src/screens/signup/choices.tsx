import { Trans } from '@lingui/react/macro';
import { hasLine } from '@portal/kit/contract/other-provider';
import { LocaleLink } from '@portal/kit/routing';
import { IconDisc } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { Choice, choiceTarget } from '../../flow/choice.tsx';
import { LineChoice } from './line/choice.tsx';
import { EMAIL_CHOICE } from './sign-up-choice.ts';

/** The ways to sign up. */
export function Choices(): ReactElement {
  return (
    <ul className={list}>
      <Choice
        mark={<IconDisc icon="mail" size="lg" />}
        note={<Trans>You choose your own password.</Trans>}
      >
        <LocaleLink to="/signup/enter-email" state={EMAIL_CHOICE} className={choiceTarget}>
          <Trans>Sign up by e-mail</Trans>
        </LocaleLink>
      </Choice>
      {hasLine() && <LineChoice />}
    </ul>
  );
}

const list = css({ display: 'grid', gap: '4' });
