/** What the worker uses of its global scope; TypeScript's own types of it clash with those of pages. */
export type WorkerScope = {
  readonly location: { readonly origin: string };
  readonly navigator: { readonly onLine: boolean };
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { disable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageToWorker) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};

type MessageToWorker = LifeEvent & {
  readonly data: unknown;
  readonly ports: readonly Pick<MessagePort, 'postMessage'>[];
};

type LifeEvent = { waitUntil(work: Promise<unknown>): void };

type FetchEvent = LifeEvent & {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
};
