import * as v from 'valibot';
import type { Channel, Platform } from '../platform.ts';

const CHANNEL = 'portal-session';

/** What tabs tell each other. Never a token: those are in the record. */
const TabMessageSchema = v.variant('type', [
  v.object({ type: v.literal('signed_in'), subject: v.optional(v.string()) }),
  v.object({ type: v.literal('signed_out') }),
  v.object({ type: v.literal('account_closed') }),
]);
export type TabMessage = v.InferOutput<typeof TabMessageSchema>;

export type TabChannel = {
  /** To every other tab of this browser. */
  broadcast(message: TabMessage): void;
  /** An open channel may keep a page out of the back-forward cache, where it receives nothing anyway. */
  pause(): void;
  resume(): void;
};

export function openTabChannel(
  platform: Pick<Platform, 'openChannel'>,
  onMessage: (message: TabMessage) => void,
): TabChannel {
  let channel: Channel | undefined;
  function resume() {
    channel ??= platform.openChannel(CHANNEL);
    if (channel === undefined) return;
    channel.onmessage = (event: MessageEvent) => {
      const message = v.safeParse(TabMessageSchema, event.data);
      if (message.success) onMessage(message.output);
    };
  }
  resume();
  return {
    broadcast: (message) => channel?.postMessage(message),
    resume,
    pause() {
      channel?.close();
      channel = undefined;
    },
  };
}
