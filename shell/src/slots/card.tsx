import { I18nProvider } from '@lingui/react';
import type { Locale, SlotName } from '@portal/shared-contract';
import { textsOf } from '@portal/shared-i18n';
import { useLocale } from '@portal/shared-routing';
import type { SlotCard } from '@portal/shared-ui';
import {
  type ComponentType,
  type ReactElement,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { RemoteLoadError, StartFailure } from '../remotes/remote-load-error.ts';
import type { RemoteRegistry } from '../remotes/remote-registry.ts';
import { reportStage } from '../telemetry/report-stage.ts';
import { codeHasRun, codeRuns } from '../telemetry/running-code.ts';
import { CardBoundary } from './card-boundary.tsx';

type Remotes = Pick<RemoteRegistry, 'open' | 'forget'>;

/** One screen ahead. */
const NEAR = '100% 0px';

type CardProps = SlotCard & {
  readonly remotes: Remotes;
  readonly limitMs?: number;
};

/**
 * The card of a remote in a slot. It starts its remote when the member comes near it, and is gone when it fails or
 * takes too long, which is reported like any failure of that remote.
 */
export function Card({
  slot,
  part,
  onLost,
  remotes,
  limitMs = window.portal.limits.card,
}: CardProps): ReactElement {
  const locale = useLocale();
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  const [Content, setContent] = useState<ComponentType>();
  const [isDrawn, setIsDrawn] = useState(false);

  const drawn = () => {
    reportStage(part, 'shown');
    codeHasRun(part);
    setIsDrawn(true);
  };
  // Where nothing says why, the report goes by how far the remote has come.
  const lose = (error: unknown, otherwise?: StartFailure) => {
    const { why = otherwise } = (error ?? {}) as Partial<RemoteLoadError> & {
      readonly why?: StartFailure;
    };
    codeHasRun(part);
    reportStage(part, 'failed', why);
    onLost(part);
  };
  const lost = useEffectEvent(lose);

  useEffect(() => {
    if (!isNear) return undefined;
    let isHere = true;
    cardOf(remotes, part, slot, locale).then(
      (found) => isHere && setContent(() => found),
      (error: unknown) => isHere && lost(error),
    );
    return () => {
      isHere = false;
    };
  }, [isNear, remotes, part, slot, locale]);
  useEffect(() => {
    if (!isNear || isDrawn) return undefined;
    const limit = setTimeout(() => lost(undefined), limitMs);
    return () => clearTimeout(limit);
  }, [isNear, isDrawn, limitMs]);

  return (
    <div ref={place}>
      {Content && (
        <CardBoundary onError={(error) => lose(error, 'broken')}>
          <I18nProvider i18n={textsOf(part)}>
            <Suspense fallback={null}>
              <Drawn content={Content} onDrawn={drawn} />
            </Suspense>
          </I18nProvider>
        </CardBoundary>
      )}
    </div>
  );
}

/** @throws Error when the remote does not start, or has no such card: another release than the page says has started */
async function cardOf(
  remotes: Remotes,
  part: string,
  slot: SlotName,
  locale: Locale,
): Promise<ComponentType> {
  const { slots = [] } = await remotes.open(part, locale).catch((error: unknown) => {
    remotes.forget(part, locale);
    throw error;
  });
  const row = slots.find((one) => one.slot === slot);
  if (!row) throw new Error(`${part} has no card for ${slot}.`);
  codeRuns(part);
  return (await row.lazy()).Component;
}

type DrawnProps = { readonly content: ComponentType; readonly onDrawn: () => void };

function Drawn({ content: Content, onDrawn }: DrawnProps): ReactElement {
  const drawn = useEffectEvent(onDrawn);
  // Not for a card that throws or waits: its effects do not run.
  useEffect(() => drawn(), []);
  return <Content />;
}

/** Whether the member has come near an element. A screen behind its first view is near nobody. */
function useIsNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const seen = (entries: readonly IntersectionObserverEntry[]) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      setIsNear(true);
    };
    const observer = new IntersectionObserver(seen, { rootMargin: NEAR });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isNear;
}
