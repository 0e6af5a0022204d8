import { apiHeaders, apiSetup, call } from '@portal/shared-api';
import {
  applyNotificationUpdate,
  authStore,
  broadcast,
  isLoginAtom,
  type NotificationUpdate,
  onTabMessage,
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

/** One tab of a browser holds the stream and tells the others: a browser has few connections. */
const LOCK = 'portal-notifications';
/** A stream ends with its access token; the next one opens after this wait. */
const REOPEN_MS = 1_000;
/** The wait between polls where there is no stream; it doubles up to the longest. */
const POLL_MS = 10_000;
const LONGEST_POLL_MS = 60_000;
/** The server sends an event at once. A proxy that buffers the answer counts as no stream. */
const FIRST_EVENT_MS = 5_000;
const SILENCE_MS = 2 * EVENTS_HEARTBEAT_MS;
/** A tab that does not hold the stream by then is not the first one of this browser. */
const NOT_FIRST_TAB_MS = 500;

/**
 * Keeps the bell current while its tab is visible: by the server's events, and by polling where they fail.
 * @param onArrival receives a notification that this tab did not know of
 * @returns ends it
 */
export function keepBellLive(onArrival: (notification: Notification) => void): () => void {
  const apply = async (update: NotificationUpdate) => {
    const newest = await applyNotificationUpdate(update);
    if (newest) onArrival(newest);
  };
  let streaming: AbortController | undefined;
  let stopListening: (() => void) | undefined;

  function followVisibility(): void {
    stopListening ??= onTabMessage((update) => void apply(update));
    if (document.visibilityState !== 'visible') stopStreaming();
    else if (!streaming) {
      streaming = new AbortController();
      const { signal } = streaming;
      // Another tab holds the stream: poll once for what it received before this tab listened.
      const missed = setTimeout(() => void poll(signal, apply), NOT_FIRST_TAB_MS);
      signal.addEventListener('abort', () => clearTimeout(missed));
      void inTurn(signal, () => {
        clearTimeout(missed);
        return followStream(signal, (update) => {
          broadcast(update);
          void apply(update);
        });
      });
    }
  }
  function stopStreaming(): void {
    streaming?.abort();
    streaming = undefined;
  }
  /** An open stream or channel would keep the page out of the back-forward cache. */
  function end(): void {
    stopStreaming();
    stopListening?.();
    stopListening = undefined;
  }

  document.addEventListener('visibilitychange', followVisibility);
  window.addEventListener('pageshow', followVisibility);
  window.addEventListener('pagehide', end);
  followVisibility();
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    window.removeEventListener('pageshow', followVisibility);
    window.removeEventListener('pagehide', end);
    end();
  };
}

/** Runs `work` in one tab at a time; without Web Locks in every tab. */
async function inTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return work();
  await locks.request(LOCK, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

type OnUpdate = (update: NotificationUpdate) => unknown;

async function followStream(signal: AbortSignal, onUpdate: OnUpdate): Promise<void> {
  for (let failures = 0; !signal.aborted && authStore.get(isLoginAtom); ) {
    if (await readStream(signal, onUpdate)) {
      failures = 0;
    } else if (!signal.aborted) {
      failures += 1;
      await poll(signal, onUpdate);
    }
    const wait =
      failures === 0 ? REOPEN_MS : Math.min(POLL_MS * 2 ** (failures - 1), LONGEST_POLL_MS);
    await pause(wait, signal);
  }
}

/** Reads a stream to its end. Answers whether there was one that sent an event. */
async function readStream(signal: AbortSignal, onUpdate: OnUpdate): Promise<boolean> {
  const body = await openEvents(NOTIFICATION_EVENTS_PATH, signal);
  if (!body) return false;
  let hasEvents = false;
  const parser = createParser({
    onEvent({ event, data }) {
      const state = event === NOTIFICATION_STATE_EVENT ? parseState(data) : undefined;
      if (!state) return;
      hasEvents = true;
      const { total_unread: unread, newest_id: newestId, turnstile } = state;
      onUpdate({ unread, newestId, turnstile });
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const giveUp = setTimeout(
        () => void reader.cancel().catch(() => undefined),
        hasEvents ? SILENCE_MS : FIRST_EVENT_MS,
      );
      const { value, done } = await reader.read().finally(() => clearTimeout(giveUp));
      if (done) return hasEvents;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch {
    // The connection broke, or this tab stopped streaming.
    return hasEvents;
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

async function poll(signal: AbortSignal, onUpdate: OnUpdate): Promise<void> {
  const answer = await call(listNotifications, { query: { limit: 1 } }, { signal });
  if (!answer.ok) return;
  onUpdate({ unread: answer.data.total_unread, newestId: answer.data.data[0]?.id ?? null });
}

/** Waits about `ms`, at random so that not all tabs call at once; ends when the connection returns. */
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

/**
 * Opens a stream of server-sent events with `fetch`, since EventSource cannot send a bearer token. On a 401 the token
 * is renewed once, as for any call. The stream lasts until `signal` is aborted or the server ends it.
 * @returns the stream's bytes, or undefined if no stream can be opened now
 */
async function openEvents(
  path: `/${string}`,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const { config, tokens, locale, fetch = globalThis.fetch } = apiSetup();
  const ask = async (token: string): Promise<Response> => {
    const headers = apiHeaders(config, locale());
    headers.set('accept', 'text/event-stream');
    headers.set('authorization', `Bearer ${token}`);
    return fetch(config.apiUrl + path, { headers, signal, cache: 'no-store' });
  };
  try {
    const token = await tokens.accessToken();
    if (token === undefined) return undefined;
    let answer = await ask(token);
    if (answer.status === 401) {
      const renewed = await tokens.renew(token);
      if (!renewed.ok) return undefined;
      answer = await ask(renewed.accessToken);
    }
    // A proxy's error page or an older server may answer something else.
    const isStream = /^text\/event-stream\b/.test(answer.headers.get('content-type') ?? '');
    if (answer.ok && isStream && answer.body) return answer.body;
    await answer.body?.cancel();
    return undefined;
  } catch {
    return undefined;
  }
}
