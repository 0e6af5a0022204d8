/** What the worker uses of its global scope; TypeScript's own types of it clash with those of pages. */
export type WorkerScope = {
  readonly location: { readonly origin: string };
  readonly navigator: { readonly onLine: boolean; readonly userAgent: string };
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<{ readonly visibilityState: DocumentVisibilityState } | undefined>;
  };
  readonly registration: { readonly navigationPreload?: Preload };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageToWorker) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};

type Preload = { enable(): Promise<void>; disable(): Promise<void> };

export type MessageToWorker = LifeEvent & {
  readonly data: unknown;
  readonly ports: readonly Pick<MessagePort, 'postMessage'>[];
  readonly source: { readonly id: string } | null;
};

type LifeEvent = { waitUntil(work: Promise<unknown>): void };

export type FetchEvent = LifeEvent & {
  readonly request: Request;
  readonly clientId: string;
  readonly resultingClientId: string;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
