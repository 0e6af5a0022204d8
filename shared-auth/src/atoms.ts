import type { ApiError } from '@portal/shared-api';
import type {
  Address,
  Notification,
  Prefecture,
  User,
  VerificationType,
} from '@portal/shared-contract';
import { type Atom, atom, createStore, type PrimitiveAtom } from 'jotai';

/**
 * The state of spec §3 «Session/auth state held by the app». The store is the session's singleton:
 * shell and remotes read it through the atoms below; what changes it are the events of this package.
 */
export const authStore = createStore();
export type AuthStore = typeof authStore;

/** What the identity provider's silence means to the member, and the way on. */
export type SessionNotice = {
  readonly kind: 'unreachable';
  /** Asks the provider once more. */
  readonly retry: () => Promise<unknown>;
};

export type ResendWait = {
  /** When the next code may be sent, in milliseconds since 1970. */
  readonly deadline: number;
  readonly type: VerificationType;
};

/** For writing, inside this package alone. */
export const state = {
  isLogin: atom(false),
  isCancelled: atom(false),
  isLeaving: atom(false),
  user: atom<User | null>(null),
  userInfo: atom<User | null>(null),
  errorMessage: atom<ApiError | null>(null),
  isSettingPassword: atom(false),
  resendWait: atom<ResendWait | null>(null),
  clock: atom(0),
  verificationType: atom<VerificationType | null>(null),
  notSetPwd: atom(false),
  submitsUnderWay: atom(0),
  isConnectLineSuccess: atom(false),
  isVerifyEmail: atom(false),
  japanMobileNumber: atom<string | null>(null),
  prefectureList: atom<readonly Prefecture[]>([]),
  address: atom<readonly Address[]>([]),
  originalData: atom<User | null>(null),
  sessionNotice: atom<SessionNotice | null>(null),
  unreadCount: atom(0),
  bellNotifications: atom<readonly Notification[] | null>(null),
  /** The newest notification that this tab has heard of; undefined before it has heard of any. */
  newestHeard: atom<string | null | undefined>(undefined),
  notificationChanges: atom(0),
};

const COUNTDOWN_TICK_MS = 250;
// Ticks only while a countdown is on a screen.
state.clock.onMount = (set) => {
  const tick = () => set(Date.now());
  tick();
  const timer = setInterval(tick, COUNTDOWN_TICK_MS);
  return () => clearInterval(timer);
};

const readOnly = <T>(source: PrimitiveAtom<T>): Atom<T> => atom((get) => get(source));

/** Whether the member is signed in, as far as this browser knows. */
export const isLoginAtom = readOnly(state.isLogin);
/** The account has been cancelled: the member gets an explanation and no page. */
export const isCancelledAtom = readOnly(state.isCancelled);
/** This tab is on its way out to the identity provider's sign-out. */
export const isLeavingAtom = readOnly(state.isLeaving);
/** The member as shown; null until loaded, and when nobody is signed in. */
export const userAtom = readOnly(state.user);
/** The member as GET /userinfo answered last. */
export const userInfoAtom = readOnly(state.userInfo);
/** Why the last store action failed (spec §8); say it with shared-i18n's `errorText`. */
export const errorMessageAtom = readOnly(state.errorMessage);
export const isSettingPasswordAtom = readOnly(state.isSettingPassword);
/** Whole seconds until the next code may be sent; 0 when it may. */
export const remainingTimeAtom = atom((get) => {
  const wait = get(state.resendWait);
  return wait ? Math.max(0, Math.ceil((wait.deadline - get(state.clock)) / 1000)) : 0;
});
export const isCountingAtom = atom((get) => get(remainingTimeAtom) > 0);
export const verificationTypeAtom = readOnly(state.verificationType);
export const isLinkedLineAtom = atom((get) => get(state.user)?.line_linked ?? false);
/** True when a password must be set first (spec §4). */
export const notSetPwdAtom = readOnly(state.notSetPwd);
/** True while submit buttons are disabled: during a request and 600 ms after it settles. */
export const submitBtnAtom = atom((get) => get(state.submitsUnderWay) > 0);
export const isConnectLineSuccessAtom = readOnly(state.isConnectLineSuccess);
export const isVerifyEmailAtom = readOnly(state.isVerifyEmail);
/** The masked number that the server sent an SMS to. */
export const japanMobileNumberAtom = readOnly(state.japanMobileNumber);
export const prefectureListAtom = readOnly(state.prefectureList);
/** The towns of the postal code looked up last. */
export const addressAtom = readOnly(state.address);
/** Snapshot of the profile before editing: tells what changed. */
export const originalDataAtom = readOnly(state.originalData);
/** Set while the identity provider cannot be reached (decisions.md «Sign-in»). */
export const sessionNoticeAtom = readOnly(state.sessionNotice);
/** How many notifications are unread; never below 0, and the same in all tabs. */
export const unreadCountAtom = readOnly(state.unreadCount);
/** What the bell shows: the first ten (spec §9); null until they were asked for. */
export const bellNotificationsAtom = readOnly(state.bellNotifications);
/** Grows whenever a list of notifications on the screen may be out of date. */
export const notificationChangesAtom = readOnly(state.notificationChanges);

/** Forgets everything that belongs to one member. Lists that are the same for all stay. */
export function forgetMember(store: AuthStore): void {
  store.set(state.user, null);
  store.set(state.userInfo, null);
  store.set(state.originalData, null);
  store.set(state.errorMessage, null);
  store.set(state.isSettingPassword, false);
  store.set(state.notSetPwd, false);
  store.set(state.isConnectLineSuccess, false);
  store.set(state.isVerifyEmail, false);
  store.set(state.japanMobileNumber, null);
  store.set(state.verificationType, null);
  store.set(state.resendWait, null);
  store.set(state.address, []);
  store.set(state.unreadCount, 0);
  store.set(state.bellNotifications, null);
  store.set(state.newestHeard, undefined);
}
