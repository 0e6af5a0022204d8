import { type CallOptions, call, type Result } from '@portal/shared-api';
import {
  BELL_REFETCH_SIZE,
  BELL_SIZE,
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  type EndpointAnswer,
  getNotification,
  listNotifications,
  markAllNotificationsRead,
  type Notification,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { authStore, state } from './atoms.ts';
import { browserPlatform, type Channel } from './platform.ts';

export type NotificationPage = EndpointAnswer<typeof listNotifications>;

/** What has happened to the notifications, told by the server's stream or by another tab. */
const NewsSchema = v.object({
  unread: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The newest notification, where the teller knows it. */
  newestId: v.optional(v.nullable(v.string())),
  /** Which were read: one, or all. */
  read: v.optional(v.string()),
});
export type NotificationNews = v.InferOutput<typeof NewsSchema>;
const TabNewsSchema = v.object({ ...NewsSchema.entries, member: v.string() });

/** In place of an id in `read`. */
const ALL = '*';

/** Grows with each change made or heard here: an answer asked for before it is about the past. */
let era = 0;
/** Read here already: opening one twice lowers the count once. */
const readHere = new Set<string>();

/** A page of the list; the first is also what the bell keeps (spec §7). */
export async function listNotificationPage(
  query: { readonly page?: number; readonly limit?: number } = {},
  options?: CallOptions,
): Promise<Result<NotificationPage>> {
  const { page = DEFAULT_PAGE, limit = DEFAULT_PAGE_SIZE } = query;
  const asked = era;
  const answer = await call(listNotifications, { query: { page, limit } }, options);
  if (!answer.ok || !authStore.get(state.isLogin)) return answer;
  // Overtaken by a change: this answer is about the past, and the bell would go without.
  if (asked !== era && page === 1) return listNotificationPage(query, options);
  if (asked === era) setUnread(answer.data.total_unread);
  if (page === 1) keepForBell(answer.data.data, limit);
  return answer;
}

/** The bell's own list, in the background. */
export const loadBell = (): Promise<Result<NotificationPage>> =>
  listNotificationPage({ limit: BELL_SIZE });

/**
 * Spec §4: fetches the notification, which marks it read, marks it here and lowers the count by one
 * if it was unread. One that only its address is known of is handed in by its id.
 */
export async function openNotification(
  item: Pick<Notification, 'id'> & { readonly read?: boolean },
  options?: CallOptions,
): Promise<Result<Notification>> {
  const known = authStore.get(state.bellNotifications)?.find(({ id }) => id === item.id);
  const wasRead = readHere.has(item.id) || (known ?? item).read;
  if (wasRead === false) markRead(item.id);
  const answer = await call(getNotification, { params: { id: item.id } }, options);
  if (answer.ok) readHere.add(item.id);
  else readHere.delete(item.id);
  // Of one that nobody here knew, and of one that could not be read after all, the server knows more.
  if (wasRead === undefined || (!answer.ok && wasRead === false)) void loadBell();
  if (answer.ok && wasRead !== true) changed();
  return answer;
}

function markRead(id: string): void {
  era += 1;
  readHere.add(id);
  setUnread(authStore.get(state.unreadCount) - 1);
  markInBell(id);
  tellOtherTabs({ unread: authStore.get(state.unreadCount), read: id });
}

/** Spec §7: marks all read, then asks for five anew. */
export async function markAllRead(): Promise<Result<{ total_unread: number }>> {
  const answer = await call(markAllNotificationsRead, undefined, { purpose: 'form' });
  if (!answer.ok) return answer;
  era += 1;
  setUnread(answer.data.total_unread);
  markInBell(ALL);
  changed();
  tellOtherTabs({ unread: answer.data.total_unread, read: ALL });
  void listNotificationPage({ limit: BELL_REFETCH_SIZE });
  return answer;
}

/**
 * Takes over what the stream or another tab has said. Where this tab knows less than that, it asks.
 * @returns the newest notification, if this tab has just heard of it for the first time
 */
export async function newsArrived(news: NotificationNews): Promise<Notification | undefined> {
  const { unread, newestId, read } = news;
  const heard = authStore.get(state.newestHeard);
  const isNew = typeof newestId === 'string' && heard !== undefined && newestId !== heard;
  const differs = unread !== authStore.get(state.unreadCount);
  era += 1;
  setUnread(unread);
  if (newestId !== undefined) authStore.set(state.newestHeard, newestId);
  if (read !== undefined) markInBell(read);
  if (isNew || differs || read !== undefined) changed();
  // What was read is marked already; of anything else the server knows more.
  if (!isNew && (!differs || read !== undefined)) return undefined;
  await loadBell();
  const newest = authStore.get(state.bellNotifications)?.find(({ id }) => id === newestId);
  return isNew ? newest : undefined;
}

/**
 * Tells the member's other tabs in this browser; a tab of another member's takes no notice. No text
 * is handed on: tabs may differ in language.
 */
export function tellOtherTabs(news: NotificationNews): void {
  const member = authStore.get(state.user)?.id;
  if (member === undefined) return;
  const open = channel ?? openChannel();
  open?.postMessage({ ...news, member } satisfies v.InferOutput<typeof TabNewsSchema>);
  if (open !== channel) open?.close();
}

/** Hears what they tell, until the answered function is called. One listener at a time. */
export function hearOtherTabs(hear: (news: NotificationNews) => void): () => void {
  channel ??= openChannel();
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent) => {
      const told = v.safeParse(TabNewsSchema, data);
      if (told.success && told.output.member === authStore.get(state.user)?.id) hear(told.output);
    };
  }
  return () => {
    channel?.close();
    channel = undefined;
  };
}

let channel: Channel | undefined;
const openChannel = () =>
  browserPlatform(window as Window & typeof globalThis).openChannel('portal-notifications');

const setUnread = (count: number) => authStore.set(state.unreadCount, Math.max(0, count));
const changed = () => authStore.set(state.notificationChanges, (count) => count + 1);

function markInBell(read: string): void {
  const list = authStore.get(state.bellNotifications);
  const marked = list?.map((item) =>
    read === ALL || item.id === read ? { ...item, read: true } : item,
  );
  if (marked) authStore.set(state.bellNotifications, marked);
}

/** A short answer renews the top of the list; the rest stays below it. */
function keepForBell(newest: readonly Notification[], asked: number): void {
  if (authStore.get(state.newestHeard) === undefined) {
    authStore.set(state.newestHeard, newest[0]?.id ?? null);
  }
  const fresh = new Set(newest.map(({ id }) => id));
  const rest =
    newest.length < asked
      ? []
      : (authStore.get(state.bellNotifications) ?? []).filter(({ id }) => !fresh.has(id));
  authStore.set(state.bellNotifications, [...newest, ...rest].slice(0, BELL_SIZE));
}
