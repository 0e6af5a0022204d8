export { afterPostSignInStep, afterSignIn, hasTermsToAccept, stepBefore } from './after-sign-in.ts';
export { apiRedirects } from './api-redirects.ts';
export {
  authStore,
  bellNotificationsAtom,
  isAwayAtom,
  isCancelledAtom,
  isLoginAtom,
  isSigningOutAtom,
  memberNameAtom,
  notificationChangesAtom,
  sessionNoticeAtom,
  turnstileAnswerAtom,
  unreadCountAtom,
  userAtom,
  verificationTypeAtom,
} from './atoms.ts';
export {
  confirmAct,
  confirmedPlace,
  forgetConfirmedAct,
} from './confirm-act.ts';
export {
  connectionIsBack,
  keepFirstView,
  keepForMember,
  keptAnswers,
  keptForMember,
  keptPasses,
  keptUntil,
} from './kept/away.ts';
export { KEPT_GRANTS, KEPT_PASSES } from './kept/kept-names.ts';
export type { KeptGrant, KeptPass } from './kept/kept-store.ts';
export { applyNotificationUpdate, markAllRead } from './lazy-notification-changes.ts';
export { type LineSignUp, lineConnected, signUpWithLine, takeLineSignUp } from './line.ts';
export { loadMember, storedSubject, userSaved } from './member.ts';
export {
  broadcast,
  keepBellIn,
  knownNotifications,
  listNotificationPage,
  loadBell,
  type NotificationPage,
  type NotificationUpdate,
  onTabMessage,
  openNotification,
} from './notifications.ts';
export { CALLBACK_PATH, HOME_PATH, LINK_PATH, TERMS_PATH } from './paths.ts';
export {
  accountClosed,
  checkSession,
  completeSignIn,
  connect,
  forgetReturnTo,
  loadUser,
  proveBrowser,
  rememberedReturnTo,
  rememberReturnTo,
  requireSession,
  signIn,
  signOut,
  startSession,
  startWithSignUpToken,
  tokens,
} from './portal-session.ts';
export { codeSent, useResendCountdown } from './resend-countdown.ts';
export { returnToSchema } from './return-to.ts';
export type { SignInCompletion } from './session.ts';
export { submitting, useSubmitButton } from './submit-button.ts';
export { useSession } from './use-session.ts';
