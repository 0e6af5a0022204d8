import { Plural, Trans } from '@lingui/react/macro';
import { call, knownAnswer, type Result } from '@portal/kit/api';
import {
  type EndpointAnswer,
  listPassportVisits,
  type Passport,
  todayInJapan,
} from '@portal/kit/contract';
import { Heading, Icon, LoadProblem } from '@portal/kit/ui';
import { useEffect, useState } from 'react';
import { css } from '#css';
import { momentInJapan } from '../../../../passports/passport-dates.tsx';
import { Stamp } from '../../../../passports/stamp.tsx';

type Props = { readonly passport: Passport };
type Answer = Result<EndpointAnswer<typeof listPassportVisits>>;

/** The latest are shown as stamps. */
const STAMPS = [0, 1, 2, 3] as const;

export function Visits({ passport }: Props) {
  return (
    <section aria-labelledby="visits-heading" className={place}>
      <Heading id="visits-heading">
        <Trans>Visits</Trans>
      </Heading>
      <Loaded passport={passport} />
    </section>
  );
}

function Loaded({ passport }: Props) {
  const input = { params: { id: passport.id } };
  const [answer, setAnswer] = useState<Answer | undefined>(() =>
    knownAnswer(listPassportVisits, input),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the page is
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    void call(listPassportVisits, input, { signal }).then((newer) => {
      if (!signal.aborted) setAnswer((before) => (newer.ok || !before ? newer : before));
    });
    return () => stop.abort();
  }, [passport]);
  // With the room that the answer takes, so that nothing below moves.
  if (!answer) {
    return (
      <>
        <Stamps dates={[]} />
        <p className={muted} />
      </>
    );
  }
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  const visits = answer.data.data;
  const count = visits.length;
  const stamps = <Stamps dates={visits.map(({ used_at }) => todayInJapan(new Date(used_at)))} />;
  if (count === 0) {
    return (
      <>
        {stamps}
        <p className={muted}>
          <Trans>You get a stamp for each visit.</Trans>
        </p>
      </>
    );
  }
  return (
    <>
      {stamps}
      <details>
        <summary className={summary}>
          <Plural value={count} one="# visit in 90 days" other="# visits in 90 days" />
          <Icon name="chevron-down" size="sm" />
        </summary>
        <ol className={list}>
          {visits.map(({ used_at, turnstile }) => (
            <li key={used_at} className={row}>
              <time dateTime={used_at}>{momentInJapan(used_at)}</time>
              <span className={muted}>{turnstile}</span>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

/** @param dates YYYY-MM-DD, the latest first; places without one stay empty */
const Stamps = ({ dates }: { readonly dates: readonly string[] }) => (
  <div className={stamps}>
    {STAMPS.map((index) => (
      <Stamp key={index} date={dates[index]} />
    ))}
  </div>
);

const place = css({ display: 'grid', gap: '3', borderTop: '2px solid token(colors.ink)', pt: '3' });
const stamps = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 5rem))',
  gap: '3',
  '& svg:nth-child(even)': { rotate: '4deg' },
});
const summary = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'target',
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
const muted = css({
  display: 'flex',
  alignItems: 'center',
  minHeight: 'target',
  color: 'ink.muted',
});
