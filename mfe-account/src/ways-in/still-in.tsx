import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import {
  firstSteps,
  getWaysIn,
  type Removal,
  secondSteps,
  type WaysIn,
  waysInWithout,
} from '@portal/shared-contract';
import { Text } from '@portal/shared-ui';
import { type ReactElement, useEffect, useState } from 'react';
import { css } from '#css';
import { FIRST_STEP_TEXTS, SECOND_STEP_TEXTS } from './words.ts';

type Props = { readonly without: Removal; readonly ways?: WaysIn };

/** How the member would still get in after something is removed. Silent while it is not known. */
export function StillIn({ without, ways: given }: Props): ReactElement | null {
  const { i18n } = useLingui();
  const asked = useWaysIn(given !== undefined);
  const ways = given ?? asked;
  if (!ways) return null;
  const left = waysInWithout(ways, without);
  const first = firstSteps(left).map((step) => i18n._(FIRST_STEP_TEXTS[step]));
  const second = secondSteps(left).map((step) => i18n._(SECOND_STEP_TEXTS[step]));
  if (first.length === 0) return null;
  return (
    <div className={box}>
      <Text size="sm">
        <Trans>Afterwards you still sign in with:</Trans>
      </Text>
      <ul className={list}>
        {first.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
      {second.length > 0 && (
        <>
          <Text size="sm">
            <Trans>Second step:</Trans>
          </Text>
          <ul className={list}>
            {second.map((way) => (
              <li key={way}>{way}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function useWaysIn(known: boolean): WaysIn | undefined {
  const [ways, setWays] = useState<WaysIn>();
  useEffect(() => {
    if (known) return undefined;
    const giveUp = new AbortController();
    void call(getWaysIn, {}, { signal: giveUp.signal }).then((answer) => {
      if (answer.ok) setWays(answer.data.data);
    });
    return () => giveUp.abort();
  }, [known]);
  return ways;
}

const box = css({ bg: 'sunken', rounded: 'md', p: '4' });
const list = css({ paddingInlineStart: '5', listStyleType: 'disc' });
