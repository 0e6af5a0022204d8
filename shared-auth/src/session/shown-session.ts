import { type AuthStore, forgetMember, state } from '../atoms.ts';
import type { SessionRecord } from './session-record.ts';
import type { Traces } from './traces.ts';

/** The session as this tab shows it: what the atoms say. */
export type ShownSession = {
  /** Shows a record, and removes the data of a member who signed out or is another one. */
  show(record: SessionRecord): void;
  /** The member whose data this tab has shown last; another member's must not appear beside it. */
  subject(): string | undefined;
  /** Grows with each change of member: an answer to a question of an older version is about the past. */
  version(): number;
  startNewVersion(): void;
};

export function createShownSession(store: AuthStore, traces: Traces): ShownSession {
  let subject: string | undefined;
  let version = 0;
  const startNewVersion = () => {
    version += 1;
  };
  return {
    show(record) {
      const wasSignedIn = store.get(state.isLogin);
      const isAnother = record.signedIn && subject !== undefined && record.subject !== subject;
      if (isAnother || wasSignedIn !== record.signedIn) startNewVersion();
      if (isAnother || (wasSignedIn && !record.signedIn)) forgetMember(store);
      if (isAnother) traces.forgetKept();
      if (record.signedIn) {
        subject = record.subject;
        traces.begin();
      } else {
        store.set(state.sessionNotice, null);
        void traces.remove();
      }
      store.set(state.isLogin, record.signedIn);
    },
    subject: () => subject,
    version: () => version,
    startNewVersion,
  };
}
