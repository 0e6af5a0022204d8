import { Trans, useLingui } from '@lingui/react/macro';
import { call, knownAnswer, type Result } from '@portal/shared-api';
import {
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  hasEnded,
  listPassports,
  type Passport,
} from '@portal/shared-contract';
import { LocaleLink, useLocation } from '@portal/shared-routing';
import { Button, Icon, LinkButton } from '@portal/shared-ui';
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
import { PassportCard } from '../../passports/passport-card.tsx';
import { cards, place } from './passport-carousel-styles.ts';
import type { PassportPage } from './passport-page.ts';

/** The first page of passports, at the address that the route's `early` names. */
const FIRST_PAGE = { query: { page: DEFAULT_PAGE, limit: DEFAULT_PAGE_SIZE } };

export async function fetchFirstPassports(): Promise<Result<PassportPage>> {
  const [answer] = await Promise.all([
    call(listPassports, FIRST_PAGE, { purpose: 'navigation' }),
    // Loaded beside the passports, it is here when they are shown.
    location.hash === SHOW && loadGateScreen().catch(() => undefined),
  ]);
  return answer;
}

/** What is known of it from an earlier visit. */
export const knownFirstPassports = (): Result<PassportPage> | undefined =>
  knownAnswer(listPassports, FIRST_PAGE);

/** At this fragment the code of the first passport that opens a gate is shown at once. */
const SHOW = '#show';

type GateModule = typeof import('./gate-screen.tsx');
let gateModule: GateModule | undefined;
async function loadGateScreen(): Promise<GateModule> {
  gateModule = await import('./gate-screen.tsx');
  return gateModule;
}
const LazyGateScreen = lazy(async () => ({ default: (await loadGateScreen()).GateScreen }));

/** Even where its module is here, a lazy component would be shown 300 ms later. */
function GateScreen(props: ComponentProps<GateModule['GateScreen']>): ReactElement {
  const [Screen] = useState(() => gateModule?.GateScreen ?? LazyGateScreen);
  return <Screen {...props} />;
}

/**
 * The passports as cards to swipe, each with the button that shows its code. Further pages are loaded on demand.
 * @public passport-section.tsx takes it from the module that data.ts loads.
 */
export function PassportCarousel({ first }: { readonly first: PassportPage }): ReactElement {
  const { t } = useLingui();
  const row = useRef<HTMLUListElement>(null);
  const { passports, more, busy, failed, loadMore } = useFurtherPages(first);
  const atGate = passports.filter(({ qr_code_url }) => qr_code_url !== null);
  const { hash } = useLocation();
  // The shortcut of the installed app leads here (shared-release/src/app/app-files.ts).
  const [shownFirst, setShownFirst] = useState(() => (hash === SHOW ? atGate[0]?.id : undefined));
  useGateScreenSoon(atGate.length > 0);
  const move = (cards: number) => {
    const list = row.current;
    const width = list?.firstElementChild?.getBoundingClientRect().width ?? 0;
    list?.scrollBy({ left: cards * width, behavior: 'smooth' });
  };
  return (
    <>
      <ul ref={row} className={cards}>
        {passports.map((passport) => (
          <li key={passport.id} className={place} data-only={passports.length === 1 || undefined}>
            <LocaleLink to={`/my-page/passports/${passport.id}`} className={link}>
              <PassportCard
                cut="wide"
                passport={{
                  ...passport,
                  status_name:
                    passport.transfer || passport.given
                      ? passport.transfer_status_name
                      : passport.status_name,
                  ended: hasEnded(passport) || passport.given !== null,
                  sender:
                    passport.transfer?.direction === 'incoming'
                      ? (passport.transfer.other ?? undefined)
                      : undefined,
                }}
              />
            </LocaleLink>
            {passport.qr_code_url === null ? (
              <LinkButton to={`/my-page/passports/${passport.id}`} variant="outline" wide>
                <Trans>See the passport</Trans>
              </LinkButton>
            ) : (
              <Button wide onClick={() => setShownFirst(passport.id)}>
                <Icon name="ticket" />
                <Trans>Show the QR code</Trans>
              </Button>
            )}
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
      {shownFirst !== undefined && atGate.length > 0 && (
        <Suspense>
          <GateScreen
            passports={atGate}
            first={shownFirst}
            onClose={() => setShownFirst(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Loads the code of the gate's screen when the browser is idle, so that it opens at once. */
function useGateScreenSoon(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200));
    // Pressing the button tries again.
    idle(() => void loadGateScreen().catch(() => undefined));
  }, [wanted]);
}

/** The passports of all pages that were loaded, and a function that loads the next. */
function useFurtherPages(first: PassportPage) {
  const [further, setFurther] = useState<readonly Passport[]>([]);
  const [page, setPage] = useState(first.meta.page);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const known = new Set(first.data.map(({ id }) => id));
  // A new passport shifts the pages by one, so the same passport can come twice.
  const passports = [...first.data, ...further.filter(({ id }) => !known.has(id))];

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
  return { passports, more, busy, failed, loadMore: () => void load() };
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
