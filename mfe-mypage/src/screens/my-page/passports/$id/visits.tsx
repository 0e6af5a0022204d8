import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import { type EndpointAnswer, listPassportVisits, type Passport } from '@portal/kit/contract';
import { Icon, LoadProblem, Spinner } from '@portal/kit/ui';
import { type ReactElement, useState } from 'react';
import { css } from '#css';
import { momentInJapan } from './moment-in-japan.ts';

type Answer = Result<EndpointAnswer<typeof listPassportVisits>>;

/** When and where the passport was used; asked for when the member opens the list. */
export function Visits({ passport: { id } }: { readonly passport: Passport }): ReactElement {
  const [answer, setAnswer] = useState<Answer>();
  function load(isOpen: boolean): void {
    if (!isOpen) return;
    void call(listPassportVisits, { params: { id } }).then(setAnswer);
  }
  return (
    <details className={place} onToggle={({ currentTarget }) => load(currentTarget.open)}>
      <summary className={summary}>
        <Trans>Visits</Trans>
        <Icon name="chevron-down" />
      </summary>
      {answer === undefined ? <Spinner /> : <List answer={answer} />}
    </details>
  );
}

function List({ answer }: { readonly answer: Answer }): ReactElement {
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  const visits = answer.data.data;
  if (visits.length === 0) {
    return (
      <p className={muted}>
        <Trans>Your visits of the last 90 days will be listed here.</Trans>
      </p>
    );
  }
  return (
    <ol className={list}>
      {visits.map(({ used_at, turnstile }) => (
        <li key={used_at} className={row}>
          <time dateTime={used_at}>{momentInJapan(used_at)}</time>
          <span className={muted}>{turnstile}</span>
        </li>
      ))}
    </ol>
  );
}

const place = css({ borderTop: '2px solid token(colors.ink)' });
const summary = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: '14',
  textStyle: 'heading',
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
  '[open] > &': { '& svg': { rotate: '180deg' } },
});
const list = css({ display: 'grid', divideY: '1px', divideColor: 'line' });
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: '4',
  py: '3',
  fontVariantNumeric: 'tabular-nums',
});
const muted = css({ color: 'ink.muted' });
