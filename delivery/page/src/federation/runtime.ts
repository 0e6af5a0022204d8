import type { PortalPage } from '@portal/shared-contract';

/**
 * The run-time half of Module Federation, in the place of the one that the plugin brings (18 KB compressed).
 * docs/decisions/0002-shared-modules.md says what it leaves out. The plugin's code in a build calls
 * `bundlerRuntime`; what has to fit other builds is the shape of the share scope and of a container.
 */

type Factory = () => unknown;

/** One version of a shared module in the share scope. The runtimes of all builds read and write it. */
type SharedVersion = {
  readonly version: string;
  readonly get: () => Factory | Promise<Factory>;
  readonly scope: readonly string[];
  readonly shareConfig: object;
  /** The build that provides it. */
  readonly from?: string;
  /** `loaded-first` keeps a remote with a copy of its own from replacing this one. */
  readonly strategy?: string;
  useIn?: string[];
  loading?: Promise<Factory> | null;
  loaded?: boolean;
  lib?: Factory | null;
};

/** Every shared module by its share key, then by its version. */
type ShareScope = Record<string, Record<string, SharedVersion>>;

type ModuleId = string | number;

/** What a build says of a shared module that it uses. */
type Consumed = {
  readonly shareKey: string;
  /** Always a caret range (build/shared-modules.ts). */
  readonly requiredVersion: string;
  /** Whether the build must not run with another version. */
  readonly strictVersion: boolean;
  /** The build's own copy; one without a copy throws. */
  readonly fallback: () => Factory | Promise<Factory>;
};

type WebpackRequire = {
  /** The modules of the build. */
  readonly m: Record<ModuleId, (module: { exports: unknown }) => void>;
  /** Those that have run. */
  readonly c: Record<ModuleId, unknown>;
  /** The share scopes. */
  readonly S: { default?: ShareScope };
  /** The base of the build's files. */
  p: string;
  readonly federation: {
    readonly initOptions: {
      readonly name: string;
      readonly shared?: Readonly<Record<string, readonly SharedVersion[]>>;
    };
  };
  readonly consumesLoadingData: {
    readonly moduleIdToConsumeDataMapping: Readonly<Record<ModuleId, Consumed>>;
  };
};

/** Consumed modules: 0 for one that is in place, a promise for one that is on its way. */
type Installed = Record<ModuleId, Promise<void> | 0>;

type Consumer = { readonly webpackRequire: WebpackRequire; readonly installedModules: Installed };

const bundlerRuntime = {
  /** Called as the build starts. The result is kept as the build's "instance", which nothing reads. */
  init({ webpackRequire }: Pick<Consumer, 'webpackRequire'>) {
    // webpack derives it from the address of the script, which may be that of a bundle.
    webpackRequire.p = baseOf(webpackRequire.federation.initOptions.name) ?? webpackRequire.p;
    return provide(webpackRequire, {});
  },

  /** The container's `init`: connects a remote with the share scope of its host. */
  initContainerEntry({
    webpackRequire,
    shareScope,
  }: Pick<Consumer, 'webpackRequire'> & { readonly shareScope: ShareScope }): void {
    provide(webpackRequire, shareScope);
  },

  /** `__webpack_init_sharing__`: `init` has done it. */
  I: () => Promise.resolve(true),

  /** Prepares the shared modules of the first chunk, which are there when its own modules run. */
  installInitialConsumes({
    initialConsumes,
    ...consumer
  }: Consumer & { readonly initialConsumes: readonly ModuleId[] }): void {
    const { m } = consumer.webpackRequire;
    for (const id of initialConsumes) {
      m[id] = (module) => {
        const factory = factoryOf(consumer.webpackRequire, id);
        if (factory instanceof Promise) throw new Error(`Not eager: ${id}`);
        install(consumer, id, factory);
        m[id]?.(module);
      };
    }
  },

  /** Fetches the shared modules that a chunk uses, beside the chunk itself. */
  consumes({
    chunkId,
    chunkMapping,
    promises,
    ...consumer
  }: Consumer & {
    readonly chunkId: ModuleId;
    readonly chunkMapping: Readonly<Record<ModuleId, readonly ModuleId[]>>;
    readonly promises: (Promise<void> | 0)[];
  }): void {
    const { installedModules } = consumer;
    for (const id of chunkMapping[chunkId] ?? []) {
      installedModules[id] ??= fetched(consumer, id);
      promises.push(installedModules[id]);
    }
  },
};

/** The base of a build by its federation name, where the page names it. */
function baseOf(name: string): string | undefined {
  // A remote that runs alone, with another page, has neither.
  const { portal = {} } = globalThis as { portal?: Partial<PortalPage> };
  const { shell, remotes = {} } = portal;
  const own = Object.values(remotes).find((remote) => remote.name === name);
  return (name === 'shell' ? shell : own)?.base;
}

/** Uses this share scope, and adds what the build provides. */
function provide({ S, federation }: WebpackRequire, scope: ShareScope): ShareScope {
  const { name, shared = {} } = federation.initOptions;
  for (const [key, provided] of Object.entries(shared)) {
    scope[key] ??= {};
    for (const one of provided) {
      scope[key][one.version] ??= { ...one, from: name, strategy: 'loaded-first' };
    }
  }
  S.default = scope;
  return scope;
}

function fetched(consumer: Consumer, id: ModuleId): Promise<void> {
  const promise = (async () =>
    install(consumer, id, await factoryOf(consumer.webpackRequire, id)))();
  // The next chunk that needs it tries again.
  promise.catch(() => delete consumer.installedModules[id]);
  return promise;
}

function install(
  { webpackRequire, installedModules }: Consumer,
  id: ModuleId,
  factory: Factory,
): void {
  installedModules[id] = 0;
  webpackRequire.m[id] = (module) => {
    // A circular import must find the exports of the module itself, not these, which are still empty.
    delete webpackRequire.c[id];
    module.exports = factory();
  };
}

/** @throws Error if the build must not run with the version that is there */
function factoryOf(webpackRequire: WebpackRequire, id: ModuleId): Factory | Promise<Factory> {
  const consumed = webpackRequire.consumesLoadingData.moduleIdToConsumeDataMapping[id] as Consumed;
  const { shareKey, requiredVersion, strictVersion, fallback } = consumed;
  const versions = webpackRequire.S.default?.[shareKey] ?? {};
  const version = bestOf(versions);
  const shared = versions[version];
  if (!shared) return fallback();
  const { name } = webpackRequire.federation.initOptions;
  if (!satisfies(version, requiredVersion)) {
    const reason = `${name} needs ${shareKey} ${requiredVersion}, and ${shared.from} has ${version}.`;
    console[strictVersion ? 'error' : 'warn'](reason);
    if (strictVersion) throw new Error(reason);
  }
  shared.useIn ??= [];
  if (!shared.useIn.includes(name)) shared.useIn.push(name);
  return load(shared);
}

/** The version that was loaded stays the only one; otherwise it is the highest. */
function bestOf(versions: Readonly<Record<string, SharedVersion>>): string {
  const isLoaded = (version: string) => {
    const { loaded, loading, lib } = versions[version] ?? {};
    return Number(!!(loaded || loading || lib));
  };
  const [best = ''] = Object.keys(versions).sort(
    (a, b) => isLoaded(b) - isLoaded(a) || compare(b, a),
  );
  return best;
}

function load(shared: SharedVersion): Factory | Promise<Factory> {
  const keep = (factory: Factory) => {
    shared.loaded = true;
    shared.lib = factory;
    return factory;
  };
  if (shared.lib) return shared.lib;
  if (shared.loading) return shared.loading;
  const factory = shared.get();
  if (!(factory instanceof Promise)) return keep(factory);
  shared.loading = factory.then(keep);
  shared.loading.catch(() => {
    shared.loading = null;
  });
  return shared.loading;
}

export default { bundlerRuntime };

/** Orders versions by their numbers, as `sort` needs it. */
export const compare = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true });

/**
 * Whether a version is in a caret range, as npm defines it: at least this version, with the same
 * number in the first place that is not zero. Suffixes of pre-releases are not looked at.
 */
export function satisfies(version: string, range: string): boolean {
  const lowest = range.slice(1);
  const [fixed] = /^[0.]*\d+/.exec(lowest) ?? [];
  return `${version}.`.startsWith(`${fixed}.`) && compare(version, lowest) >= 0;
}
