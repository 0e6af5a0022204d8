import { Trans } from '@lingui/react/macro';
import { signUpWithLine } from '@portal/kit/auth';
import type { ReactElement } from 'react';
import { css } from '#css';
import { Choice, choiceTarget } from '../../../flow/choice.tsx';

/** Signing up with LINE, among the choices. */
export function LineChoice(): ReactElement {
  return (
    <Choice
      mark={
        <span className={markPlace}>
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

const markPlace = css({ display: 'grid', placeItems: 'center', boxSize: '12' });

/** A speech bubble in place of LINE's logo, whose use LINE restricts. */
function LineMark(): ReactElement {
  return (
    <svg className={mark} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect className={ground} width="48" height="48" rx="24" />
      <path
        className={bubble}
        d="M24 12c-7.2 0-13 4.6-13 10.3 0 5.1 4.6 9.4 10.8 10.2l-.5 3.2c-.1.7.6 1.1 1.2.8 4-2.2 14.5-7.5 14.5-14.2C37 16.6 31.2 12 24 12Z"
      />
    </svg>
  );
}

const mark = css({ boxSize: '12' });
const ground = css({ fill: 'success.soft' });
const bubble = css({ fill: 'success' });
