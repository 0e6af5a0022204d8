import { failure, type Result } from '@portal/kit/api';
import {
  authStore,
  isAwayAtom,
  knownNotifications,
  listNotificationPage,
  loadMember,
  type NotificationPage,
} from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { type Deferred, deferred, refreshed } from '@portal/kit/routing';
import type { PassportPage } from '../../passports/passport-page.ts';

export type { NotificationPage };

export type HomeData = {
  readonly member: Deferred<Result<User>>;
  readonly passports: Deferred<Result<PassportPage>>;
  readonly notifications: Deferred<Result<NotificationPage>>;
  /** A React key: it changes with each load that waits for something, which shows the skeletons again. */
  readonly loadId: number;
  /** To be called when the page is on the screen: the code of the passports is loaded only then. */
  readonly onShown: () => void;
  /** The first view shows what the screen has without the passports. */
  readonly followsFirstView: boolean;
};

let loads = 0;

/** Starts all calls at once. On the first view the boot script has already started them. */
export async function loadHome(): Promise<HomeData> {
  const followsFirstView = window.portal.showsFirstView?.() ?? false;
  let onShown = () => {};
  const shown = new Promise<void>((resolve) => {
    onShown = resolve;
  });
  const [member, notifications, passports] = await Promise.all([
    deferred(loadMember()),
    refreshed(knownNotifications(), firstPage()),
    firstPassports(followsFirstView, shown),
  ]);
  // What is known already, or came at once, is merged into the screen.
  if (![member, notifications, passports].every((part) => 'now' in part)) loads += 1;
  return { member, passports, notifications, loadId: loads, onShown, followsFirstView };
}

/** What is kept here comes soon. React lets a skeleton stand for 300 ms, so with one the cards would be later. */
const KEPT_LIMIT_MS = 1_000;

/** Without a first view, loading the tickets' code beside the call would delay the greeting on a slow phone. */
function firstPassports(
  followsFirstView: boolean,
  shown: Promise<void>,
): HomeData['passports'] | Promise<HomeData['passports']> {
  if (tickets) return refreshed(tickets.knownFirstPassports(), fetchFirstPassports());
  if (followsFirstView) return deferred(fetchFirstPassports());
  if (authStore.get(isAwayAtom)) return keptPassports();
  return { later: shown.then(fetchFirstPassports) };
}

async function keptPassports(): Promise<HomeData['passports']> {
  const passports = fetchFirstPassports();
  await Promise.race([passports, new Promise((resolve) => setTimeout(resolve, KEPT_LIMIT_MS))]);
  return deferred(passports);
}

type Tickets = typeof import('./passport-tickets.tsx');
let tickets: Tickets | undefined;

/** The module of {@link loadPassportTickets}, once it is here. */
export const loadedTickets = (): Tickets | undefined => tickets;

/** The first page of notifications. Routes' `early` and the bell ask for the same address. */
const firstPage = (): Promise<Result<NotificationPage>> =>
  listNotificationPage({}, { purpose: 'navigation' });

/** Loads the module that fetches and shows the passports, and what is to be done about them. */
export async function loadPassportTickets(): Promise<Tickets> {
  tickets = await import('./passport-tickets.tsx');
  return tickets;
}

export const fetchFirstPassports = (): Promise<Result<PassportPage>> =>
  loadPassportTickets().then(
    (loaded) => loaded.fetchFirstPassports(),
    // To the member, code that cannot be loaded is the same as data that cannot.
    () => failure({ kind: 'offline' }),
  );
