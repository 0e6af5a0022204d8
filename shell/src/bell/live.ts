import { call } from '@portal/shared-api';
import {
  authStore,
  hearOtherTabs,
  isLoginAtom,
  type NotificationNews,
  newsArrived,
  tellOtherTabs,
} from '@portal/shared-auth';
import {
  EVENTS_HEARTBEAT_MS,
  listNotifications,
  NOTIFICATION_EVENTS_PATH,
  NOTIFICATION_STATE_EVENT,
  type Notification,
  NotificationStateSchema,
} from '@portal/shared-contract';
import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { openEvents } from './open-events.ts';

/** One tab of a browser holds the stream and tells the others: a browser has few connections. */
const LOCK = 'portal-notifications';
/** A stream that ends has ended with its token; the next is opened after this. */
const REOPEN_MS = 1_000;
/** Where there is no stream: between one poll and the next, and at most. */
const POLL_MS = 10_000;
const LONGEST_POLL_MS = 60_000;
/** The server speaks at once; a proxy that holds answers back is as good as no stream. */
const FIRST_EVENT_MS = 5_000;
const SILENCE_MS = 2 * EVENTS_HEARTBEAT_MS;
/** Whose turn has not come by now is not the first tab. */
const BEHIND_MS = 500;

/**
 * Keeps the bell current while somebody can see it: by the server's events, and by asking now and then
 * where they fail.
 * @param arrived a notification that this tab has just heard of for the first time
 * @returns ends it
 */
export function keepBellLive(arrived: (notification: Notification) => void): () => void {
  const hear = async (news: NotificationNews) => {
    const newest = await newsArrived(news);
    if (newest) arrived(newest);
  };
  let seen: AbortController | undefined;
  let deafen: (() => void) | undefined;

  function look(): void {
    deafen ??= hearOtherTabs((news) => void hear(news));
    if (document.visibilityState !== 'visible') rest();
    else if (!seen) {
      seen = new AbortController();
      const { signal } = seen;
      // Another tab has the stream, and what that was told before this one listened was missed.
      const behind = setTimeout(() => void poll(signal, hear), BEHIND_MS);
      signal.addEventListener('abort', () => clearTimeout(behind));
      void inTurn(signal, () => {
        clearTimeout(behind);
        return follow(signal, (news) => {
          tellOtherTabs(news);
          void hear(news);
        });
      });
    }
  }
  function rest(): void {
    seen?.abort();
    seen = undefined;
  }
  /** What is open would keep the page out of the back-forward cache. */
  function end(): void {
    rest();
    deafen?.();
    deafen = undefined;
  }

  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  window.addEventListener('pagehide', end);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', look);
    window.removeEventListener('pagehide', end);
    end();
  };
}

/** One tab at a time, for as long as its turn lasts. Without Web Locks every tab for itself. */
async function inTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return work();
  await locks.request(LOCK, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

type Tell = (news: NotificationNews) => unknown;

async function follow(signal: AbortSignal, tell: Tell): Promise<void> {
  for (let failures = 0; !signal.aborted && authStore.get(isLoginAtom); ) {
    if (await readStream(signal, tell)) {
      failures = 0;
    } else if (!signal.aborted) {
      failures += 1;
      await poll(signal, tell);
    }
    const wait =
      failures === 0 ? REOPEN_MS : Math.min(POLL_MS * 2 ** (failures - 1), LONGEST_POLL_MS);
    await pause(wait, signal);
  }
}

/** Reads to the stream's end; answers whether there was one that spoke. */
async function readStream(signal: AbortSignal, tell: Tell): Promise<boolean> {
  const body = await openEvents(NOTIFICATION_EVENTS_PATH, signal);
  if (!body) return false;
  let spoke = false;
  const parser = createParser({
    onEvent({ event, data }) {
      const state = event === NOTIFICATION_STATE_EVENT ? parseState(data) : undefined;
      if (!state) return;
      spoke = true;
      tell({ unread: state.total_unread, newestId: state.newest_id });
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const giveUp = setTimeout(
        () => void reader.cancel().catch(() => undefined),
        spoke ? SILENCE_MS : FIRST_EVENT_MS,
      );
      const { value, done } = await reader.read().finally(() => clearTimeout(giveUp));
      if (done) return spoke;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch {
    // The connection broke off, or this tab has had its turn.
    return spoke;
  }
}

function parseState(data: string) {
  try {
    const state = v.safeParse(NotificationStateSchema, JSON.parse(data));
    return state.success ? state.output : undefined;
  } catch {
    return undefined;
  }
}

async function poll(signal: AbortSignal, tell: Tell): Promise<void> {
  const answer = await call(listNotifications, { query: { limit: 1 } }, { signal });
  if (!answer.ok) return;
  tell({ unread: answer.data.total_unread, newestId: answer.data.data[0]?.id ?? null });
}

/** Not for all tabs of all members in the same moment; and over at once when the line is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      window.removeEventListener('online', over);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms * (0.8 + 0.4 * Math.random()));
    window.addEventListener('online', over);
    signal.addEventListener('abort', over);
    if (signal.aborted) over();
  });
}
