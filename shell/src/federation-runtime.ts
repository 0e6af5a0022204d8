import { createInstance } from '@module-federation/enhanced/runtime';
import federation from '@module-federation/webpack-bundler-runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/init-container-entry';

/**
 * Provides federation's run-time library to the remotes' entries. Each entry would otherwise carry
 * its own copy (11 KB); the builds of the remotes take it from this global instead, like
 * federation's core. It is a getter because an entry writes into the object that it receives.
 */
Object.defineProperty(globalThis, 'PORTAL_FEDERATION_RUNTIME', {
  get: () => ({
    ...federation,
    // The library's own `init` would find the shell's instance, since this code is part of its
    // build.
    runtime: { ...federation.runtime, init: createInstance },
    bundlerRuntime: { ...federation.bundlerRuntime, S: {}, initContainerEntry },
    bundlerRuntimeOptions: {},
    instance: undefined,
    initOptions: undefined,
  }),
});
