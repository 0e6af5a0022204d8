import type { Locale, RemoteOnPage } from '@portal/shared-contract';
import type { RemoteRoutes } from '@portal/shared-routing';

/** Where rows come from over the network: remotes.ts in the product. */
export type RemoteSource = {
  owning(barePath: string): string | undefined;
  load(name: string, locale: Locale): Promise<RemoteRoutes>;
  /** What the page says of each remote that is live, in the operator's order. */
  released(): Promise<Readonly<Record<string, RemoteOnPage>>>;
};

/** The remotes' rows, each fetched once per language, and again after a failure was told. */
export type RemoteRegistry = {
  owning(barePath: string): string | undefined;
  open(name: string, locale: Locale): Promise<RemoteRoutes>;
  released: RemoteSource['released'];
  /** Forgets a failure, so that the next visit or Retry asks the network again. */
  forget(name: string, locale: Locale): void;
};

export function createRemoteRegistry(source: RemoteSource): RemoteRegistry {
  const opened = new Map<string, Promise<RemoteRoutes>>();
  const key = (name: string, locale: Locale) => `${locale}:${name}`;
  return {
    owning: (barePath) => source.owning(barePath),
    open(name, locale) {
      const known = opened.get(key(name, locale));
      if (known) return known;
      const opening = source.load(name, locale);
      opened.set(key(name, locale), opening);
      return opening;
    },
    released: () => source.released(),
    forget: (name, locale) => void opened.delete(key(name, locale)),
  };
}
