import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ErrorCode } from '@portal/shared-contract';
import type * as ErrorTexts from './error-texts.ts';
import { inputWrong, serverFailed } from './general-error-texts.ts';

/** The texts for calls that failed without an answer of the server (the kinds of shared-api’s ApiError). */
const KIND_TEXTS = {
  offline: msg`You seem to be offline. Check your connection and try again.`,
  timeout: msg`This is taking too long. Check your connection and try again.`,
  session: msg`Your session has ended. Sign in again to continue.`,
  aborted: msg`This was stopped before it finished. Try again.`,
  /** For an error with field descriptions but without a text of its own. */
  descriptions: inputWrong,
} as const satisfies Record<string, MessageDescriptor>;

export type ErrorKind = keyof typeof KIND_TEXTS;

let texts: typeof ErrorTexts | undefined;

/** Fetches the texts for codes: the client of the API waits for it before it gives an error of the server. */
export async function loadErrorTexts(): Promise<void> {
  texts ??= await import('./error-texts.ts');
}

/** The text for an error code, a status or a kind of failure; that of 500 for what is unknown. */
export function errorText(of: ErrorCode | ErrorKind | number | (string & {})): MessageDescriptor {
  if (Object.hasOwn(KIND_TEXTS, of)) return KIND_TEXTS[of as ErrorKind];
  return texts?.codeText(of) ?? serverFailed;
}
