import { createInstance } from '@module-federation/enhanced/runtime';
import federation from '@module-federation/webpack-bundler-runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/init-container-entry';

/**
 * Federation's run-time library for the remotes' entries. Each entry would carry its own copy of it
 * (11 KB); the builds of the remotes take it from this global instead, as they take federation's core.
 * A getter, because an entry writes into what it receives.
 */
Object.defineProperty(globalThis, 'PORTAL_FEDERATION_RUNTIME', {
  get: () => ({
    ...federation,
    // The library's `init` would find the shell's own instance, whose build this code is from.
    runtime: { ...federation.runtime, init: createInstance },
    bundlerRuntime: { ...federation.bundlerRuntime, S: {}, initContainerEntry },
    bundlerRuntimeOptions: {},
    instance: undefined,
    initOptions: undefined,
  }),
});
