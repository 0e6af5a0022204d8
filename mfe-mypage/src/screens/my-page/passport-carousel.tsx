import { Trans, useLingui } from '@lingui/react/macro';
import { call, knownAnswer, type Result } from '@portal/kit/api';
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, listPassports } from '@portal/kit/contract';
import { useLocation } from '@portal/kit/routing';
import { Button, Icon } from '@portal/kit/ui';
import {
  type ComponentProps,
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { css } from '#css';
import type { PassportPage } from '../../passports/passport-page.ts';
import { NoPassport } from './no-passport.tsx';
import { cards, place } from './passport-carousel-styles.ts';
import { Ticket } from './ticket.tsx';
import { useFurtherPages } from './use-further-pages.ts';

/** @public pending-tasks-card.tsx takes it from the module that data.ts loads. */
export { PassportTaskRow } from './passport-task-row.tsx';

/** The first page of passports, at the address that the route's `early` names. */
const FIRST_PAGE = { query: { page: DEFAULT_PAGE, limit: DEFAULT_PAGE_SIZE } };

export async function fetchFirstPassports(): Promise<Result<PassportPage>> {
  const [answer] = await Promise.all([
    call(listPassports, FIRST_PAGE, { purpose: 'navigation' }),
    // Loaded beside the passports, it is here when they are shown.
    location.hash === SHOW && loadTurnstileScreen().catch(() => undefined),
  ]);
  return answer;
}

/** What is known of it from an earlier visit. */
export const knownFirstPassports = (): Result<PassportPage> | undefined =>
  knownAnswer(listPassports, FIRST_PAGE);

/** At this fragment the code of the first passport that opens a turnstile is shown at once. */
const SHOW = '#show';

type TurnstileModule = typeof import('./turnstile-screen.tsx');
let turnstileModule: TurnstileModule | undefined;
async function loadTurnstileScreen(): Promise<TurnstileModule> {
  turnstileModule = await import('./turnstile-screen.tsx');
  return turnstileModule;
}
const LazyTurnstileScreen = lazy(async () => ({
  default: (await loadTurnstileScreen()).TurnstileScreen,
}));

/** Even where its module is here, a lazy component would be shown 300 ms later. */
function TurnstileScreen(props: ComponentProps<TurnstileModule['TurnstileScreen']>): ReactElement {
  const [Screen] = useState(() => turnstileModule?.TurnstileScreen ?? LazyTurnstileScreen);
  return <Screen {...props} />;
}

/**
 * The passports as tickets to swipe, each with the button that shows its code. Further pages are loaded on demand.
 * @public passport-section.tsx takes it from the module that data.ts loads.
 */
export function PassportCarousel({ first }: { readonly first: PassportPage }): ReactElement {
  const { t } = useLingui();
  const row = useRef<HTMLUListElement>(null);
  const { passports, more, busy, failed, loadMore } = useFurtherPages(first);
  const atTurnstile = passports.filter(({ qr_code_url }) => qr_code_url !== null);
  const { hash } = useLocation();
  // The shortcut of the installed app leads here (shared-brand/src/app/app-files.ts).
  const [shownFirst, setShownFirst] = useState(() =>
    hash === SHOW ? atTurnstile[0]?.id : undefined,
  );
  useTurnstileScreenSoon(atTurnstile.length > 0);
  const move = (cards: number) => {
    const list = row.current;
    const width = list?.firstElementChild?.getBoundingClientRect().width ?? 0;
    list?.scrollBy({ left: cards * width, behavior: 'smooth' });
  };
  if (passports.length === 0) return <NoPassport />;
  return (
    <div className={around}>
      <ul ref={row} className={cards}>
        {passports.map((passport) => (
          <li key={passport.id} className={place} data-only={passports.length === 1 || undefined}>
            <Ticket passport={passport} onShowCode={() => setShownFirst(passport.id)} />
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
      {passports.length > 1 && (
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
      {shownFirst !== undefined && atTurnstile.length > 0 && (
        <Suspense>
          <TurnstileScreen
            passports={atTurnstile}
            first={shownFirst}
            onClose={() => setShownFirst(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Loads the code of the turnstile's screen when the browser is idle, so that it opens at once. */
function useTurnstileScreenSoon(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200));
    // Pressing the button tries again.
    idle(() => void loadTurnstileScreen().catch(() => undefined));
  }, [wanted]);
}

const around = css({ position: 'relative' });
const moreStyle = css({ flex: '0 0 auto', display: 'grid', placeItems: 'center', px: '4' });
// On the edge of the next ticket; a phone is swiped.
const arrows = css({
  display: { base: 'none', lg: 'flex' },
  position: 'absolute',
  insetBlockEnd: '6',
  insetInlineEnd: '6',
  gap: '1',
  borderRadius: 'full',
  background: 'surface',
  boxShadow: 'card',
});
