import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import { DEFAULT_PAGE_SIZE, listPassports, type Passport } from '@portal/shared-contract';
import { LocaleLink, type Soon, useSoon } from '@portal/shared-routing';
import {
  Button,
  EmptyState,
  Icon,
  LinkButton,
  LoadProblem,
  SkeletonGroup,
} from '@portal/shared-ui';
import { type ReactElement, Suspense, useRef, useState } from 'react';
import { css } from '#css';
import { PassCard } from '../../passes/pass-card.tsx';
import { isSpent } from '../../passes/what-can-be-done.ts';
import type { PassPage } from './data.ts';

const HEADING_ID = 'my-page-passes';

type Props = { readonly passes: Soon<Result<PassPage>> };

/** The member's passes, and those offered to them, as cards to swipe. */
export function Passes({ passes }: Props): ReactElement {
  return (
    <section aria-labelledby={HEADING_ID}>
      <div className={head}>
        <h2 id={HEADING_ID} tabIndex={-1} className={heading}>
          <Trans>Your passports</Trans>
        </h2>
        <LinkButton to="/my-page/passports/purchase" variant="outline" size="sm">
          <Icon name="plus" size="sm" />
          <Trans context="a passport">Buy one</Trans>
        </LinkButton>
      </div>
      <Suspense fallback={<PassesSkeleton />}>
        <Known passes={passes} />
      </Suspense>
    </section>
  );
}

function Known({ passes }: Props): ReactElement {
  const answer = useSoon(passes);
  if (!answer.ok) return <LoadProblem error={answer.error} headingId={HEADING_ID} />;
  if (answer.data.data.length === 0) {
    return (
      <div className={empty}>
        <EmptyState
          icon="ticket"
          title={<Trans>You have no passport yet</Trans>}
          action={
            <LinkButton to="/my-page/passports/purchase">
              <Trans>Buy a passport</Trans>
            </LinkButton>
          }
        >
          <Trans>With a passport you come in all year. It will appear here.</Trans>
        </EmptyState>
      </div>
    );
  }
  return <Row first={answer.data} />;
}

function Row({ first }: { readonly first: PassPage }): ReactElement {
  const { t } = useLingui();
  const row = useRef<HTMLUListElement>(null);
  const { passes, more, busy, failed, loadMore } = useFurtherPages(first);
  const move = (cards: number) => {
    const list = row.current;
    const width = list?.firstElementChild?.getBoundingClientRect().width ?? 0;
    list?.scrollBy({ left: cards * width, behavior: 'smooth' });
  };
  return (
    <>
      <ul ref={row} className={cards}>
        {passes.map((pass) => (
          <li key={pass.id} className={place} data-only={passes.length === 1 || undefined}>
            <LocaleLink to={`/my-page/passports/${pass.id}`} className={link}>
              <PassCard
                cut="wide"
                pass={{
                  ...pass,
                  status_name: pass.transfer ? pass.transfer_status_name : pass.status_name,
                  spent: isSpent(pass),
                }}
              />
            </LocaleLink>
          </li>
        ))}
        {more && (
          <li className={moreStyle}>
            <Button variant="outline" busy={busy} onClick={loadMore}>
              {failed ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
            </Button>
          </li>
        )}
      </ul>
      {passes.length > 1 && (
        <div className={arrows}>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Previous passport`}
            onClick={() => move(-1)}
          >
            <Icon name="chevron-left" />
          </Button>
          <Button variant="ghost" size="icon" aria-label={t`Next passport`} onClick={() => move(1)}>
            <Icon name="chevron-right" />
          </Button>
        </div>
      )}
    </>
  );
}

/** The pages after the first, each when it is asked for. */
function useFurtherPages(first: PassPage) {
  const [further, setFurther] = useState<readonly Passport[]>([]);
  const [page, setPage] = useState(first.meta.page);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const known = new Set(first.data.map(({ id }) => id));
  // A pass that came in between moves the others by one: none is shown twice.
  const passes = [...first.data, ...further.filter(({ id }) => !known.has(id))];

  async function load(): Promise<void> {
    setBusy(true);
    const next = page + 1;
    const answer = await call(listPassports, { query: { page: next, limit: DEFAULT_PAGE_SIZE } });
    setBusy(false);
    setFailed(!answer.ok);
    if (!answer.ok) return;
    setPage(next);
    setFurther((before) => [...before, ...answer.data.data]);
  }
  const more = page * DEFAULT_PAGE_SIZE < first.meta.total;
  return { passes, more, busy, failed, loadMore: () => void load() };
}

function PassesSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <div className={cards}>
        {[1, 2, 3].map((card) => (
          <div key={card} className={place}>
            <div className={cardSkeleton} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}

const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  mb: '3',
});
const heading = css({ textStyle: 'heading', _focusVisible: { outline: 'none' } });
const empty = css({
  borderRadius: 'lg',
  borderWidth: '2px',
  borderStyle: 'dashed',
  borderColor: 'line',
});
// Swiped from card to card; the room around lets shadows and focus rings show.
const cards = css({
  display: 'flex',
  gap: '4',
  overflowX: 'auto',
  scrollSnapType: 'x mandatory',
  scrollPaddingInline: '1',
  overscrollBehaviorX: 'contain',
  p: '1',
  pb: '3',
  mx: '-1',
  scrollbarWidth: 'thin',
});
const place = css({
  flex: '0 0 min(88%, 20rem)',
  scrollSnapAlign: 'start',
  display: 'grid',
  '&[data-only]': { flexBasis: 'min(100%, 24rem)' },
});
const link = css({
  display: 'grid',
  color: 'ink',
  textDecoration: 'none',
  borderRadius: 'lg',
  transitionProperty: 'transform',
  transitionDuration: 'fast',
  _hover: { transform: 'translateY(-2px)' },
});
const moreStyle = css({ flex: '0 0 auto', display: 'grid', placeItems: 'center', px: '4' });
const arrows = css({
  display: { base: 'none', lg: 'flex' },
  justifyContent: 'flex-end',
  gap: '1',
});
const cardSkeleton = css({
  height: '13.75rem',
  borderRadius: 'lg',
  background: 'sunken',
  animation: 'breathe 1.6s ease-in-out infinite',
});
