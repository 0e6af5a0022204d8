import { forgetMemberAnswers } from '@portal/shared-api';
import type {
  Notification,
  TurnstileAnswer,
  User,
  VerificationType,
} from '@portal/shared-contract';
import { type Atom, atom, createStore, type PrimitiveAtom } from 'jotai';
import { valueStore } from './platform.ts';

/** The session's state. Shell and remotes read it through the atoms below; only this package writes it. */
export const authStore = createStore();
export type AuthStore = typeof authStore;

export type SessionNotice = {
  /** The identity provider cannot be reached, or the browser stores nothing for this site. */
  readonly kind: 'unreachable' | 'not_stored';
  /** Checks the session, or signs in, again. */
  readonly retry: () => Promise<unknown>;
};

/** What this device keeps of the member for times without a connection. */
export type MemberName = Pick<User, 'last_name' | 'first_name' | 'member_code'>;

export type ResendWait = {
  /** When the next code may be sent, in ms since 1970. */
  readonly deadline: number;
  readonly type: VerificationType;
};

const UNREAD = 'unread_count';
const tabStorage = valueStore(() => window.sessionStorage);

/** The writable atoms, for this package alone. */
export const state = {
  isLogin: atom(false),
  isCancelled: atom(false),
  isSigningOut: atom(false),
  user: atom<User | null>(null),
  keptName: atom<MemberName | null>(null),
  resendWait: atom<ResendWait | null>(null),
  /** Now, in ms since 1970; ticks while a countdown is on the screen. */
  clock: atom(0),
  verificationType: atom<VerificationType | null>(null),
  submitCount: atom(0),
  sessionNotice: atom<SessionNotice | null>(null),
  /** A page that the service worker has kept is marked (delivery/page/src/offline/page-keeper.ts). */
  isAway: atom(globalThis.document?.documentElement.dataset.kept !== undefined),
  /** First what this tab knew before a reload: most pages ask for notifications only when they are idle. */
  unreadCount: atom(Number(tabStorage.get(UNREAD) ?? 0)),
  bellNotifications: atom<readonly Notification[] | null>(null),
  /** Id of the newest notification that this tab knows of: null for none, undefined before it has asked. */
  newestNotificationId: atom<string | null | undefined>(undefined),
  notificationChanges: atom(0),
  turnstileAnswer: atom<TurnstileAnswer | null>(null),
};

authStore.sub(state.unreadCount, () =>
  tabStorage.set(UNREAD, String(authStore.get(state.unreadCount) || '') || undefined),
);

const COUNTDOWN_TICK_MS = 250;
state.clock.onMount = (set) => {
  const tick = () => set(Date.now());
  tick();
  const timer = setInterval(tick, COUNTDOWN_TICK_MS);
  return () => clearInterval(timer);
};

const readOnly = <T>(source: PrimitiveAtom<T>): Atom<T> => atom((get) => get(source));

/** Whether a session is stored in this browser. */
export const isLoginAtom = readOnly(state.isLogin);
/** The account is closed: every screen is replaced by an explanation. */
export const isCancelledAtom = readOnly(state.isCancelled);
/** This tab is on its way to the identity provider's sign-out. */
export const isSigningOutAtom = readOnly(state.isSigningOut);
/** The member as shown; null until loaded and when signed out. */
export const userAtom = readOnly(state.user);
/** The member's name: of the member, or without a connection as this device has kept it. */
export const memberNameAtom = atom(
  (get): MemberName | null => get(state.user) ?? get(state.keptName),
);
/** Whole seconds until the next code may be sent; 0 when it may. */
export const remainingTimeAtom = atom((get) => {
  const wait = get(state.resendWait);
  return wait ? Math.max(0, Math.ceil((wait.deadline - get(state.clock)) / 1000)) : 0;
});
export const isCountingAtom = atom((get) => get(remainingTimeAtom) > 0);
/** The type of the code that was sent last. */
export const verificationTypeAtom = readOnly(state.verificationType);
/** True while submit buttons are disabled: during a request and 600 ms after it settles. */
export const submitBtnAtom = atom((get) => get(state.submitCount) > 0);
/** Set while the identity provider cannot be reached, or the browser stores no sign-in. */
export const sessionNoticeAtom = readOnly(state.sessionNotice);
/** There is no connection: what is shown was kept on this device. */
export const isAwayAtom = readOnly(state.isAway);
/** How many notifications are unread; never below 0, and the same in all tabs. */
export const unreadCountAtom = readOnly(state.unreadCount);
/** What the bell shows: the first ten; null until they were loaded. */
export const bellNotificationsAtom = readOnly(state.bellNotifications);
/** Grows whenever a list of notifications on the screen may be out of date. */
export const notificationChangesAtom = readOnly(state.notificationChanges);

/** What a turnstile has last answered to a passport of the member, since this tab was opened. */
export const turnstileAnswerAtom = readOnly(state.turnstileAnswer);

/** Removes everything that belongs to one member. */
export function forgetMember(store: AuthStore): void {
  forgetMemberAnswers();
  store.set(state.user, null);
  store.set(state.keptName, null);
  store.set(state.verificationType, null);
  store.set(state.resendWait, null);
  store.set(state.unreadCount, 0);
  store.set(state.bellNotifications, null);
  store.set(state.turnstileAnswer, null);
  store.set(state.newestNotificationId, undefined);
}
