import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom's documents with Node's web platform, so that screens and the server's handlers share one realm. */
const FROM_NODE = [
  'AbortController',
  'AbortSignal',
  'ArrayBuffer',
  'BigInt64Array',
  'BigUint64Array',
  'Blob',
  'ByteLengthQueuingStrategy',
  'CompressionStream',
  'CountQueuingStrategy',
  'DataView',
  'DecompressionStream',
  'File',
  'Float32Array',
  'Float64Array',
  'Headers',
  'Int16Array',
  'Int32Array',
  'Int8Array',
  'MessageChannel',
  'MessagePort',
  'ReadableStream',
  'ReadableStreamDefaultReader',
  'Request',
  'Response',
  'SharedArrayBuffer',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoder',
  'TextEncoderStream',
  'TransformStream',
  'URL',
  'URLSearchParams',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'WritableStream',
  'clearImmediate',
  'crypto',
  'fetch',
  'setImmediate',
  'structuredClone',
] as const;

export default class BrowserEnvironment extends TestEnvironment {
  readonly #channels = new Set<BroadcastChannel>();

  override async setup(): Promise<void> {
    await super.setup();
    const window = this.global as unknown as Window & typeof globalThis;
    for (const name of FROM_NODE) set(window, name, globalThis[name]);
    set(window, 'FormData', formDataOfNode(window.FormData));
    set(window, 'BroadcastChannel', channelsClosedAfter(this.#channels));
    acceptSignalsOfNode(window.EventTarget.prototype);
    acceptSignalsOfNode(window); // Jest gives the window a listener function of its own.
    letTimersBeUnreferenced(window.Number.prototype);
  }

  override async teardown(): Promise<void> {
    for (const channel of this.#channels) channel.close();
    await super.teardown();
  }
}

function set(window: object, name: string, value: unknown): void {
  Object.defineProperty(window, name, { value, configurable: true, writable: true });
}

/** Node's FormData, which Request can send, with a constructor that accepts a jsdom form. */
function formDataOfNode(JsdomFormData: typeof FormData): typeof FormData {
  return class extends FormData {
    constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
      super();
      if (form === undefined) return;
      for (const [name, value] of new JsdomFormData(form, submitter)) {
        this.append(name, value as string);
      }
    }
  };
}

/** Closes its channels with the window, because an open channel keeps the process alive. */
function channelsClosedAfter(open: Set<BroadcastChannel>): typeof BroadcastChannel {
  return class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      open.add(this);
    }

    override close(): void {
      open.delete(this);
      super.close();
    }
  };
}

/** Lets listeners accept Node's `signal`, which fetch needs; jsdom accepts only its own. */
function acceptSignalsOfNode(target: EventTarget): void {
  const original = target.addEventListener;
  target.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    if (typeof options !== 'object' || !(options?.signal instanceof AbortSignal)) {
      return original.call(this ?? target, type, listener, options);
    }
    const { signal, ...rest } = options;
    if (signal.aborted) return;
    original.call(this ?? target, type, listener, rest);
    signal.addEventListener(
      'abort',
      () => (this ?? target).removeEventListener(type, listener, rest),
      { once: true },
    );
  };
}

/** Timers with `unref()`, which the server's code calls; jsdom's timers are numbers, as in a browser. */
function letTimersBeUnreferenced(numbers: object): void {
  for (const name of ['ref', 'unref']) {
    Object.defineProperty(numbers, name, {
      configurable: true,
      value(this: unknown) {
        return this;
      },
    });
  }
}
