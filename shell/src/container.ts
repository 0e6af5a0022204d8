/** What a remote's entry writes into the global of the remote's name: webpack's container interface. */
type Container = {
  init(scope: object): unknown;
  get(module: string): Promise<() => unknown>;
};

/** The shared modules that the shell provides; webpack puts them in the place of this name. */
declare const __webpack_share_scopes__: { readonly default: object };

/**
 * Connects a remote with the shell's shared modules and gives a module that it exposes.
 *
 * @throws Error when its entry has not run, or when it needs another version of a shared module
 */
export async function openContainer<Exports>(name: string, module: string): Promise<Exports> {
  const container = Reflect.get(window, name) as Container | undefined;
  if (!container) throw new Error(`${name} has no container.`);
  await container.init(__webpack_share_scopes__.default);
  const factory = await container.get(module);
  return factory() as Exports;
}
