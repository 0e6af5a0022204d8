import { Trans } from '@lingui/react/macro';
import { signUpWithLine } from '@portal/kit/auth';
import type { ReactElement } from 'react';
import { css } from '#css';
import { Choice, choiceTarget } from '../../../flow/choice.tsx';
import { LineMark } from './mark.tsx';

/** Signing up with LINE, among the choices. */
export function LineChoice(): ReactElement {
  return (
    <Choice
      mark={
        <span className={mark}>
          <LineMark />
        </span>
      }
      note={<Trans>You continue on LINE, with no password to remember.</Trans>}
    >
      <button type="button" onClick={() => void signUpWithLine()} className={choiceTarget}>
        <Trans>Sign up with LINE</Trans>
      </button>
    </Choice>
  );
}

const mark = css({ display: 'grid', placeItems: 'center', boxSize: '12' });
