import { type ApiError, call } from '@portal/shared-api';
import { type GateCode, listPassportCodes } from '@portal/shared-contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { codeAt, type ServerClock, type ShownCode, serverClock, serverNow } from './code-clock.ts';

/** How often the ring moves on. */
const TICK_MS = 1_000;

type Fetched = { readonly codes: readonly GateCode[]; readonly clock: ServerClock };

export type Codes = {
  /** The code of this moment, where there is one at hand. */
  readonly shown: ShownCode | undefined;
  readonly fetched: Fetched | undefined;
  /** Why the last attempt to have further codes failed. */
  readonly error: ApiError | null;
  readonly asking: boolean;
  readonly askAgain: () => void;
};

/**
 * The codes of a pass while they are shown: asked for at the start and with each new period, so that
 * those at hand always last for some minutes without a connection.
 */
export function useCodes(passId: string, showing: boolean): Codes {
  const [fetched, setFetched] = useState<Fetched>();
  const [error, setError] = useState<ApiError | null>(null);
  const [asking, setAsking] = useState(false);
  const [steady, setSteady] = useState(() => performance.now());
  const underWay = useRef<AbortController>(undefined);

  const ask = useCallback(async () => {
    if (underWay.current) return;
    const own = new AbortController();
    underWay.current = own;
    setAsking(true);
    const sentAt = performance.now();
    const answer = await call(
      listPassportCodes,
      { params: { id: passId } },
      { purpose: 'form', signal: own.signal },
    );
    if (own.signal.aborted) return;
    underWay.current = undefined;
    setAsking(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) {
      // The server says that this pass opens no gate any more: what is at hand would lie.
      if (answer.error.kind === 'api' && answer.error.status < 500) setFetched(undefined);
      return;
    }
    const { server_time, codes } = answer.data.data;
    const answeredAt = performance.now();
    setSteady(answeredAt);
    setFetched({
      codes,
      clock: serverClock(server_time, { sentAt, answeredAt, deviceNow: Date.now() }),
    });
  }, [passId]);

  const shown = fetched && codeAt(fetched.codes, serverNow(fetched.clock, steady));
  const text = shown?.text;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new code asks for those after it
  useEffect(() => {
    if (showing) void ask();
  }, [showing, text, ask]);

  useEffect(() => {
    if (!showing) return undefined;
    const look = () => setSteady(performance.now());
    const timer = setInterval(look, TICK_MS);
    const back = () => {
      if (document.visibilityState !== 'visible') return;
      look();
      void ask();
    };
    const online = () => void ask();
    document.addEventListener('visibilitychange', back);
    window.addEventListener('online', online);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', back);
      window.removeEventListener('online', online);
      underWay.current?.abort();
      underWay.current = undefined;
    };
  }, [showing, ask]);

  return { shown, fetched, error, asking, askAgain: () => void ask() };
}
