import { apiSetup, type CallOptions, call, knownAnswer, type Result } from '@portal/shared-api';
import {
  BELL_SIZE,
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  type EndpointAnswer,
  getNotification,
  type Locale,
  listNotifications,
  type Notification,
  TurnstileAnswerSchema,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { authStore, state } from './atoms.ts';
import { type Channel, currentPlatform } from './platform.ts';

export type NotificationPage = EndpointAnswer<typeof listNotifications>;

/** A change of the member's notifications, from the server's event stream or another tab. */
const UpdateSchema = v.object({
  /** How many are unread now. */
  unread: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The newest notification, null for none; left out where the sender does not know. */
  newestId: v.optional(v.nullable(v.string())),
  /** Which were read: the id of one, or `*` for all. */
  read: v.optional(v.string()),
  /** What a turnstile has just answered to a passport of the member. */
  turnstile: v.optional(TurnstileAnswerSchema),
});
export type NotificationUpdate = v.InferOutput<typeof UpdateSchema>;
const TabMessageSchema = v.object({ ...UpdateSchema.entries, member: v.string() });

/** In `read` in place of an id. */
export const ALL = '*';

/** Grows with each change: an answer to a call made under an older version is out of date. */
let version = 0;
export function beginVersion(): void {
  version += 1;
}
/** Ids that this tab has opened: opening one twice lowers the unread count once. */
const openedIds = new Set<string>();
/** The language of the bell's list. */
let bellLocale: Locale | undefined;

/** What is known of a page of notifications that was shown before. Those that this tab has opened since are read. */
export function knownNotifications(page = DEFAULT_PAGE): Result<NotificationPage> | undefined {
  const known = knownAnswer(listNotifications, { query: { page, limit: DEFAULT_PAGE_SIZE } });
  if (!known) return undefined;
  const data = known.data.data.map((item) =>
    openedIds.has(item.id) ? { ...item, read: true } : item,
  );
  return { ...known, data: { ...known.data, data } };
}

/** GET /notifications. The first page also fills the bell. */
export async function listNotificationPage(
  query: { readonly page?: number; readonly limit?: number } = {},
  options?: CallOptions,
): Promise<Result<NotificationPage>> {
  const { page = DEFAULT_PAGE, limit = DEFAULT_PAGE_SIZE } = query;
  const askedUnder = version;
  const askedIn = callLocale();
  const answer = await call(listNotifications, { query: { page, limit } }, options);
  if (!answer.ok || !authStore.get(state.isLogin)) return answer;
  // The bell needs an up-to-date first page in the language of the page: ask again.
  const isOutdated = askedUnder !== version || askedIn !== callLocale();
  if (isOutdated && page === 1) return listNotificationPage(query, options);
  if (askedUnder === version) setUnread(answer.data.total_unread);
  if (page === 1) keepForBell(answer.data.data, limit, askedIn);
  return answer;
}

const callLocale = (): Locale => {
  const { locale } = apiSetup();
  return locale();
};

/** Empties the bell where its texts are not in `locale`, which is about to be shown, so that it loads anew. */
export function keepBellIn(locale: Locale): void {
  if (bellLocale !== locale) authStore.set(state.bellNotifications, null);
}

/** Loads the bell's own list, in the background. */
export const loadBell = (): Promise<Result<NotificationPage>> =>
  listNotificationPage({ limit: BELL_SIZE });

/**
 * GET /notifications/{id}, which marks it read on the server. An unread one is marked read here and
 * lowers the unread count at once.
 * @param item with `read` undefined where only its id is known, for example from the address
 */
export async function openNotification(
  item: Pick<Notification, 'id'> & { readonly read?: boolean },
  options?: CallOptions,
): Promise<Result<Notification>> {
  const known = authStore.get(state.bellNotifications)?.find(({ id }) => id === item.id);
  const wasRead = openedIds.has(item.id) || (known ?? item).read;
  if (wasRead === false) markRead(item.id);
  const answer = await call(getNotification, { params: { id: item.id } }, options);
  if (answer.ok) openedIds.add(item.id);
  else openedIds.delete(item.id);
  // Unknown here, or marked read and not opened after all: the server has the right count.
  if (wasRead === undefined || (!answer.ok && wasRead === false)) void loadBell();
  if (answer.ok && wasRead !== true) markListsOutdated();
  return answer;
}

function markRead(id: string): void {
  version += 1;
  openedIds.add(id);
  setUnread(authStore.get(state.unreadCount) - 1);
  markReadInBell(id);
  broadcast({ unread: authStore.get(state.unreadCount), read: id });
}

/** Sends an update to this member's other tabs, without texts, since tabs may differ in language. */
export function broadcast(update: NotificationUpdate): void {
  const member = authStore.get(state.user)?.id;
  if (member === undefined) return;
  const open = channel ?? openChannel();
  open?.postMessage({ ...update, member } satisfies v.InferOutput<typeof TabMessageSchema>);
  if (open !== channel) open?.close();
}

/**
 * Receives the updates of other tabs. One listener at a time.
 * @returns ends it
 */
export function onTabMessage(listener: (update: NotificationUpdate) => void): () => void {
  channel ??= openChannel();
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent) => {
      const message = v.safeParse(TabMessageSchema, data);
      if (message.success && message.output.member === authStore.get(state.user)?.id) {
        listener(message.output);
      }
    };
  }
  return () => {
    channel?.close();
    channel = undefined;
  };
}

let channel: Channel | undefined;
const openChannel = () => currentPlatform().openChannel('portal-notifications');

export const setUnread = (count: number) => authStore.set(state.unreadCount, Math.max(0, count));
export const markListsOutdated = () =>
  authStore.set(state.notificationChanges, (count) => count + 1);

export function markReadInBell(read: string): void {
  const list = authStore.get(state.bellNotifications);
  const marked = list?.map((item) =>
    read === ALL || item.id === read ? { ...item, read: true } : item,
  );
  if (marked) authStore.set(state.bellNotifications, marked);
}

/** Puts a first page of items on top of the bell's list, whose rest stays if it is in the same language. */
function keepForBell(
  newest: readonly Notification[],
  limit: number,
  locale: Locale | undefined,
): void {
  if (authStore.get(state.newestNotificationId) === undefined) {
    authStore.set(state.newestNotificationId, newest[0]?.id ?? null);
  }
  const newIds = new Set(newest.map(({ id }) => id));
  const rest =
    newest.length < limit || locale !== bellLocale
      ? []
      : (authStore.get(state.bellNotifications) ?? []).filter(({ id }) => !newIds.has(id));
  bellLocale = locale;
  authStore.set(state.bellNotifications, [...newest, ...rest].slice(0, BELL_SIZE));
}
