/** What the worker uses of its global scope; TypeScript's own types of it clash with those of pages. */
export type WorkerScope = {
  readonly location: { readonly origin: string };
  readonly navigator: { readonly onLine: boolean; readonly userAgent: string };
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: Preload };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LifeEvent & MessageEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};

type Preload = { enable(): Promise<void>; disable(): Promise<void> };

type LifeEvent = { waitUntil(work: Promise<unknown>): void };

export type FetchEvent = LifeEvent & {
  readonly request: Request;
  readonly clientId: string;
  readonly resultingClientId: string;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
