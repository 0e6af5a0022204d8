import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import {
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  listPassports,
  type Passport,
} from '@portal/shared-contract';
import { LocaleLink } from '@portal/shared-routing';
import { Button, Icon } from '@portal/shared-ui';
import { type ReactElement, useRef, useState } from 'react';
import { css } from '#css';
import { PassCard } from '../../passes/pass-card.tsx';
import { isSpent } from '../../passes/what-can-be-done.ts';
import type { PassPage } from './data.ts';
import { cards, place } from './pass-row-styles.ts';

/** The first page of passes, as the page's `early` row names it. */
export function firstPasses(): Promise<Result<PassPage>> {
  return call(
    listPassports,
    { query: { page: DEFAULT_PAGE, limit: DEFAULT_PAGE_SIZE } },
    { purpose: 'navigation' },
  );
}

/** The cards of the passes, from the first page on. */
export function PassRow({ first }: { readonly first: PassPage }): ReactElement {
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
