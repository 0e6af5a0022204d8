/** The options that Jest passes to a resolver, with its default resolver. */
type ResolveOptions = {
  readonly conditions?: string[];
  readonly defaultResolver: (request: string, options: ResolveOptions) => string;
};

/** Resolves as Jest does, and packages that have only an `import` entry by that one. */
function resolve(request: string, options: ResolveOptions): string {
  const asImport = () =>
    options.defaultResolver(request, {
      ...options,
      conditions: [...(options.conditions ?? []).filter((name) => name !== 'require'), 'import'],
    });
  try {
    return options.defaultResolver(request, options);
  } catch (cause) {
    if (request.startsWith('.') || request.startsWith('/')) throw cause;
    try {
      return asImport();
    } catch {
      throw cause;
    }
  }
}

export { resolve as sync };
