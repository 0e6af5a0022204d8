import type { PortalPage } from '@portal/shared-contract';

/** The page as the inline script leaves it to the first of the shell's scripts. */
export type BegunPage = { -readonly [name in keyof PortalPage]: PortalPage[name] } & {
  begun?: {
    /** On the clock of `performance.now()`. */
    readonly startedAt: number;
    readonly path: string;
    loadStyles(): readonly Promise<void>[];
    /** Of a page that the service worker has kept: resolves when its scripts may run. */
    readonly live: Promise<void> | undefined;
    /** The first calls, where they wait for a new access token since the stored one has ended. */
    readonly unasked: readonly string[];
    ask(addresses: readonly string[], token: Promise<string>): void;
    startScripts(): void;
  };
  endFirstView?(): void;
};
