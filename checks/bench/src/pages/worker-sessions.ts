import type { CDPSession } from '@playwright/test';

/** A page or a worker as the DevTools protocol speaks with it. */
export type Session = Pick<CDPSession, 'send' | 'on'>;

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
};

/**
 * Speaks with the service worker of a page, before it runs and for each time that it is started: a page's own session
 * neither slows its requests down nor hears of them. Playwright has no sessions of workers.
 */
export async function onWorkers(
  page: CDPSession,
  prepare: (worker: Session) => Promise<void>,
): Promise<void> {
  const workers = new Map<string, (message: Message) => void>();
  page.on('Target.receivedMessageFromTarget', ({ sessionId, message }) =>
    workers.get(sessionId)?.(JSON.parse(message)),
  );
  page.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
  page.on('Target.attachedToTarget', async ({ sessionId, targetInfo }) => {
    const { session, receive } = sessionWithin(page, sessionId);
    workers.set(sessionId, receive);
    // A worker may end at any time, and a frame is not asked for here.
    if (targetInfo.type === 'service_worker') await prepare(session).catch(() => {});
    await session.send('Runtime.runIfWaitingForDebugger').catch(() => {});
  });
  const attach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: false };
  await page.send('Target.setAutoAttach', attach);
}

function sessionWithin(page: CDPSession, sessionId: string) {
  let sent = 0;
  const answers = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (params: unknown) => void>();
  const receive = ({ id, method = '', params, result, error }: Message) => {
    listeners.get(method)?.(params);
    if (id === undefined) return;
    if (error) answers.get(id)?.reject(new Error(error.message));
    else answers.get(id)?.resolve(result);
  };
  const send = async (method: string, params: object = {}): Promise<unknown> => {
    sent += 1;
    const answer = Promise.withResolvers<unknown>();
    answers.set(sent, answer);
    const message = JSON.stringify({ id: sent, method, params });
    await page.send('Target.sendMessageToTarget', { sessionId, message });
    return answer.promise;
  };
  const on = (event: string, listener: (params: unknown) => void) => listeners.set(event, listener);
  return { session: { send, on } as unknown as Session, receive };
}
