import { NOTIFICATION_EVENTS_PATH, type NotificationState } from '@portal/shared-contract';
import type { TestServer, TestSession } from './index.ts';

/** Opens the event stream of the bell; `next()` answers the next state and skips heartbeats. */
export async function openNotificationStream(
  api: Pick<TestServer['api'], 'fetch'>,
  { accessToken }: Pick<TestSession, 'accessToken'>,
) {
  const answer = await api.fetch(
    new Request(`http://localhost:4302${NOTIFICATION_EVENTS_PATH}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    }),
  );
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    answer,
    async next(): Promise<NotificationState | 'ended'> {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? {};
        if (done || value === undefined) return 'ended';
        const data = /^event: notifications\ndata: (.*)\n\n$/.exec(value)?.[1];
        if (data) return JSON.parse(data);
      }
    },
    close: () => reader?.cancel(),
  };
}
