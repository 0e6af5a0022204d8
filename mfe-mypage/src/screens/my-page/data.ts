import { failure, type Result } from '@portal/shared-api';
import { listNotificationPage, type NotificationPage } from '@portal/shared-auth';
import type { EndpointAnswer, listPassports, User } from '@portal/shared-contract';
import { type Soon, soon } from '@portal/shared-routing';
import { theMember } from '../../data/member.ts';

export type { NotificationPage };
export type PassPage = EndpointAnswer<typeof listPassports>;

export type HomeData = {
  readonly member: Soon<Result<User>>;
  readonly passes: Soon<Result<PassPage>>;
  readonly notifications: Soon<Result<NotificationPage>>;
  /** Tells one answer from the next, so that asking again shows that it asks. */
  readonly asked: number;
  /** To be called when the page can be seen: only then comes what it can be read without. */
  readonly onShown: () => void;
};

let asked = 0;

/** All at once; the page's boot script has asked already when this is the first view. */
export async function loadHome(): Promise<HomeData> {
  asked += 1;
  const shown = Promise.withResolvers<void>();
  const [member, notifications, passes] = await Promise.all([
    soon(theMember()),
    soon(firstPage()),
    // On a slow phone their code would stand before the greeting, on the line and at work.
    passRowIsHere ? soon(firstPasses()) : { later: shown.promise.then(firstPasses) },
  ]);
  return { member, passes, notifications, asked, onShown: shown.resolve };
}

let passRowIsHere = false;

/** Spec §7: the first page; it is also what the page's `early` row names, and what the bell keeps. */
const firstPage = (): Promise<Result<NotificationPage>> =>
  listNotificationPage({}, { purpose: 'navigation' });

/** What shows passes, and asks for them: the page has asked already when this is the first view. */
export async function loadPassRow(): Promise<typeof import('./pass-row.tsx')> {
  const row = await import('./pass-row.tsx');
  passRowIsHere = true;
  return row;
}

const firstPasses = (): Promise<Result<PassPage>> =>
  loadPassRow().then(
    (row) => row.firstPasses(),
    // Its code could not be had either: to the member it is the same.
    () => failure({ kind: 'offline' }),
  );
