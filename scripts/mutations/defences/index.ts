import type { Defence } from '../defence.ts';
import { CALLS } from './calls.ts';
import { CONTENT } from './content.ts';
import { FIRST_VIEW } from './first-view.ts';
import { IDENTITY_PROVIDER } from './identity-provider.ts';
import { KNOWN_ANSWERS } from './known-answers.ts';
import { OTHER_PROVIDER } from './other-provider.ts';
import { PAGE } from './page.ts';
import { RELEASES } from './releases.ts';
import { REMINDERS } from './reminders.ts';
import { SIGN_INS } from './sign-in.ts';
import { UNDO_AND_MESSAGES } from './undo-and-messages.ts';
import { WITHOUT_CONNECTION } from './without-connection.ts';

/** What `npm run mutations` takes out, one after the other. */
export const DEFENCES: readonly Defence[] = [
  ...CALLS,
  ...SIGN_INS,
  ...IDENTITY_PROVIDER,
  ...OTHER_PROVIDER,
  ...CONTENT,
  ...PAGE,
  ...FIRST_VIEW,
  ...KNOWN_ANSWERS,
  ...UNDO_AND_MESSAGES,
  ...RELEASES,
  ...REMINDERS,
  ...WITHOUT_CONNECTION,
];
