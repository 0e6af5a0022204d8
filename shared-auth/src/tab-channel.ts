import * as v from 'valibot';
import type { Channel, Platform } from './platform.ts';

const CHANNEL = 'portal-session';

/** What tabs tell each other. Never a token: those are in the record. */
const TabMessageSchema = v.variant('type', [
  v.object({ type: v.literal('signed_in'), subject: v.optional(v.string()) }),
  v.object({ type: v.literal('signed_out') }),
  v.object({ type: v.literal('cancelled') }),
]);
export type TabMessage = v.InferOutput<typeof TabMessageSchema>;

export type TabChannel = {
  tell(message: TabMessage): void;
  /** A page in the back-forward cache hears nothing; an open channel may keep it out of that cache. */
  pause(): void;
  resume(): void;
};

export function openTabChannel(
  platform: Pick<Platform, 'openChannel'>,
  hear: (message: TabMessage) => void,
): TabChannel {
  let channel: Channel | undefined;
  function resume() {
    channel ??= platform.openChannel(CHANNEL);
    if (channel === undefined) return;
    channel.onmessage = (event: MessageEvent) => {
      const message = v.safeParse(TabMessageSchema, event.data);
      if (message.success) hear(message.output);
    };
  }
  resume();
  return {
    tell: (message) => channel?.postMessage(message),
    resume,
    pause() {
      channel?.close();
      channel = undefined;
    },
  };
}
