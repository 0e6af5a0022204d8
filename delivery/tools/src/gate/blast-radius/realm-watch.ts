/** The name of the watch on `window`. */
export const REALM_WATCH = '__portalGate';

/** What `window[REALM_WATCH]` does. */
export type RealmWatch = {
  /** Notes what the objects of the realm have now. */
  mark(): void;
  /** What has changed since: `Array.prototype.map`, `window.name of a new global`. */
  changes(): string[];
};

/**
 * Runs in the page before any of its scripts. It walks through all objects that the browser itself gives a page, from
 * `window` on, and compares their properties later by what it has taken from them at the beginning, so that it also
 * holds where these have been replaced.
 * @param name under which the watch is found on `window`
 */
export function watchRealm(name: string): void {
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { is } = Object;
  const text = String;
  const defined: string[] = [];
  const { define } = CustomElementRegistry.prototype;
  CustomElementRegistry.prototype.define = function (element, ...rest) {
    defined[defined.length] = element;
    return define.call(this, element, ...rest);
  };

  const objects: object[] = [];
  const paths: string[] = [];
  const seen = new Set<unknown>();
  const add = (value: unknown, path: string) => {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isObject || seen.has(value)) return;
    seen.add(value);
    objects[objects.length] = value as object;
    paths[paths.length] = path;
  };
  add(window, 'window');
  for (let index = 0; index < objects.length; index += 1) {
    const object = objects[index] as object;
    const path = index === 0 ? '' : `${paths[index]}.`;
    for (const key of ownKeys(object)) {
      const at = path + text(key);
      const found = getOwnPropertyDescriptor(object, key);
      add(found?.value, at);
      add(found?.get, `get ${at}`);
      add(found?.set, `set ${at}`);
      // The page's own instances: `history`, `localStorage`, `customElements`.
      if (index !== 0 || !found?.get) continue;
      try {
        const instance = (window as unknown as Record<PropertyKey, unknown>)[key];
        // What is stored are their properties.
        if (!(instance instanceof Storage)) add(instance, at);
      } catch {
        // Refused by the browser's settings.
      }
    }
    add(getPrototypeOf(object), `${path}__proto__`);
  }

  type Noted = {
    readonly keys: PropertyKey[];
    readonly found: (PropertyDescriptor | undefined)[];
    readonly proto: object | null;
  };
  const note = (object: object): Noted => {
    const keys = ownKeys(object);
    const found: (PropertyDescriptor | undefined)[] = [];
    for (let at = 0; at < keys.length; at += 1) {
      found[at] = getOwnPropertyDescriptor(object, keys[at] as PropertyKey);
    }
    return { keys, found, proto: getPrototypeOf(object) };
  };
  let noted: Noted[] = [];
  let definedBefore = 0;
  let watched = objects;
  let watchedPaths = paths;

  const watch: RealmWatch = {
    mark() {
      const { portal } = window as { readonly portal?: object };
      watched = [];
      watchedPaths = [];
      noted = [];
      for (let at = 0; at <= objects.length; at += 1) {
        // What the shell gives all remotes, last.
        const object = at < objects.length ? objects[at] : portal;
        if (!object) continue;
        watched[watched.length] = object;
        watchedPaths[watchedPaths.length] = paths[at] ?? 'portal';
        noted[noted.length] = note(object);
      }
      definedBefore = defined.length;
    },
    changes() {
      const changed: string[] = [];
      const tell = (path: string, key: PropertyKey) => {
        changed[changed.length] = path === 'window' ? text(key) : `${path}.${text(key)}`;
      };
      for (let index = 0; index < watched.length; index += 1) {
        const path = watchedPaths[index] as string;
        const before = noted[index] as Noted;
        const after = note(watched[index] as object);
        if (before.proto !== after.proto) tell(path, '__proto__');
        for (let at = 0; at < after.keys.length; at += 1) {
          const key = after.keys[at] as PropertyKey;
          let same = -1;
          for (let other = 0; other < before.keys.length; other += 1) {
            if (before.keys[other] === key) same = other;
          }
          const now = after.found[at];
          const was = before.found[same];
          // Data of the page that the shell gives all remotes changes by itself, as do the numbers of frames.
          if (path === 'portal' && typeof now?.value !== 'function') continue;
          if (path === 'window' && text(+text(key)) === text(key)) continue;
          const isSame =
            same !== -1 &&
            is(now?.value, was?.value) &&
            now?.get === was?.get &&
            now?.set === was?.set;
          if (!isSame) tell(path, key);
        }
        for (let at = 0; at < before.keys.length; at += 1) {
          const key = before.keys[at] as PropertyKey;
          const isFrame = path === 'window' && text(+text(key)) === text(key);
          if (!isFrame && !getOwnPropertyDescriptor(watched[index] as object, key)) tell(path, key);
        }
      }
      for (let at = definedBefore; at < defined.length; at += 1) {
        changed[changed.length] = `customElements.define('${defined[at]}')`;
      }
      return changed;
    },
  };
  Object.defineProperty(window, name, { value: watch });
}
