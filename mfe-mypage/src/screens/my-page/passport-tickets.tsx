import { call, knownAnswer, type Result } from '@portal/kit/api';
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, listPassports } from '@portal/kit/contract';
import { useLocation } from '@portal/kit/routing';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import type { PassportPage } from '../../passports/passport-page.ts';
import { Family } from './family.tsx';
import { NoPassport } from './no-passport.tsx';
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
function TurnstileScreen(props: ComponentProps<TurnstileModule['TurnstileScreen']>) {
  const [Screen] = useState(() => turnstileModule?.TurnstileScreen ?? LazyTurnstileScreen);
  return <Screen {...props} />;
}

/**
 * A passport as a ticket, whose stub leads to other people and to the codes of all.
 * @public passport-section.tsx takes it from the module that data.ts loads.
 */
export function PassportTickets({ first }: { readonly first: PassportPage }) {
  const further = useFurtherPages(first);
  const { passports } = further;
  const atTurnstile = passports.filter(({ qr_code_url }) => qr_code_url !== null);
  const { hash } = useLocation();
  // The shortcut of the installed app leads here (shared-brand/src/app/app-files.ts).
  const [shownFirst, setShownFirst] = useState(() =>
    hash === SHOW ? atTurnstile[0]?.id : undefined,
  );
  const [chosen, setChosen] = useState<string>();
  useTurnstileScreenSoon(atTurnstile.length > 0);
  const current = passports.find(({ id }) => id === chosen) ?? passports[0];
  useSky(current?.design_id);
  if (!current) return <NoPassport />;
  return (
    <>
      <Ticket passport={current} onShowCode={() => setShownFirst(current.id)}>
        {passports.length > 1 && (
          <Family
            further={further}
            current={current.id}
            onChoose={setChosen}
            codes={atTurnstile.length}
            onShowAll={() => setShownFirst(atTurnstile[0]?.id)}
          />
        )}
      </Ticket>
      {shownFirst !== undefined && atTurnstile.length > 0 && (
        <Suspense>
          <TurnstileScreen
            passports={atTurnstile}
            first={shownFirst}
            onClose={() => setShownFirst(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Gives the header the sky of this design; at the next visit the boot script does it before anything is painted. */
function useSky(design: string | undefined): void {
  useEffect(() => {
    if (!design) return;
    document.documentElement.dataset.design = design;
    try {
      localStorage.setItem('design', design);
    } catch {
      // Storage is refused: it holds for this page.
    }
  }, [design]);
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
