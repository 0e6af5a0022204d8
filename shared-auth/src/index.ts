export { afterSignIn, letThrough } from './after-sign-in.ts';
export {
  addressAtom,
  authStore,
  bellNotificationsAtom,
  errorMessageAtom,
  isCancelledAtom,
  isConnectLineSuccessAtom,
  isCountingAtom,
  isLeavingAtom,
  isLinkedLineAtom,
  isLoginAtom,
  isSettingPasswordAtom,
  isVerifyEmailAtom,
  japanMobileNumberAtom,
  notificationChangesAtom,
  notSetPwdAtom,
  originalDataAtom,
  prefectureListAtom,
  remainingTimeAtom,
  type SessionNotice,
  sessionNoticeAtom,
  submitBtnAtom,
  unreadCountAtom,
  userAtom,
  userInfoAtom,
  verificationTypeAtom,
} from './atoms.ts';
export {
  type LineSignUp,
  signUpWithLine,
  takeLineSignUp,
} from './line-sign-up.ts';
export {
  actionSettled,
  codeSent,
  codeVerified,
  lineConnected,
  loadPrefectures,
  lookUpAddress,
  passwordSet,
  passwordSettingBegun,
  profileOpened,
  userSaved,
} from './member-events.ts';
export {
  hearOtherTabs,
  listNotificationPage,
  loadBell,
  markAllRead,
  type NotificationNews,
  type NotificationPage,
  newsArrived,
  openNotification,
  tellOtherTabs,
} from './notifications.ts';
export {
  accountCancelled,
  checkSession,
  completeSignIn,
  connect,
  forgetRedirect,
  loadUser,
  rememberedRedirect,
  rememberRedirect,
  requireSession,
  signIn,
  signOut,
  startSession,
  startWithSignUpToken,
  tokens,
} from './portal-session.ts';
export type { StoredRedirect } from './redirect-address.ts';
export { useResendCountdown } from './resend-countdown.ts';
export type { SessionCheck, SignInCompletion, SignInOptions } from './session.ts';
export { storedSubject } from './stored-subject.ts';
export { SUBMIT_REENABLE_MS, submitting, useSubmitButton } from './submit-button.ts';
export { useSession } from './use-session.ts';
