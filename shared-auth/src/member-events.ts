import { type ApiError, call, type Result } from '@portal/shared-api';
import {
  type Address,
  listPrefectures,
  lookUpPostalCode,
  type Prefecture,
  type User,
  type VerificationType,
} from '@portal/shared-contract';
import { authStore, state } from './atoms.ts';
import { browserPlatform } from './platform.ts';
import { startResendWait } from './resend-countdown.ts';

/** What screens report, and what it changes in the session's state (spec §3, §4, §8). */

/** A code is on its way: the wait begins, and the masked number is shown if it went by SMS. */
export function codeSent(
  type: VerificationType,
  details: { readonly sms?: string; readonly longWait?: boolean } = {},
): void {
  const { sessionStorage, now } = browserPlatform(window as Window & typeof globalThis);
  authStore.set(state.verificationType, type);
  authStore.set(state.japanMobileNumber, details.sms ?? null);
  startResendWait(sessionStorage, type, details.longWait ?? false, now());
}

/** Spec §4: notSetPwd becomes true after a successful code verification. */
export function codeVerified(type: VerificationType): void {
  authStore.set(state.notSetPwd, true);
  authStore.set(state.errorMessage, null);
  if (type === 'verify_email_by_user') authStore.set(state.isVerifyEmail, true);
}

/** Spec §4: false again once a password is set. */
export function passwordSet(): void {
  authStore.set(state.notSetPwd, false);
  authStore.set(state.isSettingPassword, false);
  const user = authStore.get(state.user);
  if (user) authStore.set(state.user, { ...user, password_set: true });
}

export function passwordSettingBegun(): void {
  authStore.set(state.isSettingPassword, true);
}

export function lineConnected(): void {
  authStore.set(state.isConnectLineSuccess, true);
  const user = authStore.get(state.user);
  if (user) authStore.set(state.user, { ...user, line_linked: true });
}

/** A store action begins or has succeeded with `null`; its failure is kept for the screen (spec §8). */
export function actionSettled(error: ApiError | null): void {
  authStore.set(state.errorMessage, error);
  // Spec §4: this refusal leads to setting a password first.
  if (error?.kind === 'api' && error.code === 'user.disconnect_line.not_set_password') {
    authStore.set(state.notSetPwd, true);
  }
}

/** PUT /me answered: the stored member is replaced where the caller wants it (spec §7). */
export function userSaved(user: User, replaceUser = true): void {
  if (replaceUser) authStore.set(state.user, user);
}

/** Editing begins: the snapshot tells later what changed. Null ends it. */
export function profileOpened(snapshot: User | null): void {
  authStore.set(state.originalData, snapshot);
}

/** The prefectures, asked for once. */
export async function loadPrefectures(): Promise<Result<readonly Prefecture[]>> {
  const known = authStore.get(state.prefectureList);
  if (known.length > 0) return { ok: true, data: known, status: 200 };
  const answer = await call(listPrefectures);
  if (!answer.ok) return answer;
  authStore.set(state.prefectureList, answer.data.data);
  return { ...answer, data: answer.data.data };
}

let latestLookUp = 0;

/** The towns of a postal code; an answer overtaken by a later look-up changes nothing. */
export async function lookUpAddress(code: string): Promise<Result<readonly Address[]>> {
  latestLookUp += 1;
  const own = latestLookUp;
  const answer = await call(lookUpPostalCode, { params: { code } }, { purpose: 'form' });
  if (own === latestLookUp) authStore.set(state.address, answer.ok ? answer.data.data : []);
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}
