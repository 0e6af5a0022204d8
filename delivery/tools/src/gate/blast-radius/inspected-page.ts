import type { CDPSession, Page } from 'playwright-core';
import { REALM_WATCH, type RealmWatch, watchRealm } from './realm-watch.ts';

/** A listener that is left on `window`, the document or its two elements. */
type Listener = { readonly type: string; readonly script: string };

/** A page as the tools of the browser see it, whatever its own scripts have replaced. */
export type InspectedPage = {
  /** Runs a function in a world of its own: the same document, builtins that no script has touched. */
  evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  markRealm(): Promise<void>;
  changesOfRealm(): Promise<readonly string[]>;
  /** Names of the functions that ran since the last call, by the address of their script. */
  functionsRun(): Promise<ReadonlyMap<string, readonly string[]>>;
  listeners(): Promise<readonly Listener[]>;
  /** Bytes that scripts hold, after a collection. */
  heap(): Promise<number>;
};

const WORLD = 'portal-gate';
const TARGETS = ['window', 'document', 'document.documentElement', 'document.body'];

/** Prepares a page for this; its next load is the one that is inspected. */
export async function inspectPage(page: Page): Promise<() => Promise<InspectedPage>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.enable');
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const source = `(${watchRealm})(${JSON.stringify(REALM_WATCH)})`;
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source });
  return () => afterLoad(cdp);
}

async function afterLoad(cdp: CDPSession): Promise<InspectedPage> {
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: WORLD,
  });
  const scripts = new Map<string, string>();

  async function inPage(expression: string, contextId?: number): Promise<unknown> {
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      ...(contextId !== undefined && { contextId }),
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }
  const askWatch = (method: keyof RealmWatch) => inPage(`${REALM_WATCH}.${method}()`);

  return {
    evaluate: async (run, argument) =>
      (await inPage(`(${run})(${JSON.stringify(argument)})`, executionContextId)) as never,
    markRealm: async () => void (await askWatch('mark')),
    changesOfRealm: async () => (await askWatch('changes')) as string[],
    async functionsRun() {
      const { result } = await cdp.send('Profiler.takePreciseCoverage');
      const ran = new Map<string, string[]>();
      for (const { scriptId, url, functions } of result) {
        scripts.set(scriptId, url);
        const names = functions
          .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
          .map(
            ({ functionName, ranges }) =>
              `${functionName || 'a function'} in ${url.split('/').at(-1)} at ${ranges[0]?.startOffset}`,
          );
        ran.set(url, [...(ran.get(url) ?? []), ...names]);
      }
      return ran;
    },
    async listeners() {
      const found = await Promise.all(
        TARGETS.map(async (expression) => {
          const { result } = await cdp.send('Runtime.evaluate', { expression });
          if (!result.objectId) return [];
          const { listeners } = await cdp.send('DOMDebugger.getEventListeners', {
            objectId: result.objectId,
          });
          return listeners.map(({ type, scriptId }) => ({
            type: `${type} on ${expression}`,
            script: scripts.get(scriptId) ?? '',
          }));
        }),
      );
      return found.flat();
    },
    async heap() {
      await cdp.send('HeapProfiler.collectGarbage');
      const usage = await cdp.send('Runtime.getHeapUsage');
      // Newer browsers tell what arrays hold outside of the heap.
      const { backingStorageSize = 0 } = usage as { readonly backingStorageSize?: number };
      return usage.usedSize + backingStorageSize;
    },
  };
}
