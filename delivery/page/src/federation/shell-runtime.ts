import federation from './runtime.ts';

// The entries of older releases, which a roll-back or a fallback can bring back, have no runtime of
// their own: they take the shell's from this global (docs/decisions/0002-shared-modules.md).
Object.assign(globalThis, { PORTAL_FEDERATION_RUNTIME: federation });

export default federation;
