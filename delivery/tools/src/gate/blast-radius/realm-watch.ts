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
  const { is, create } = Object;
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
  add(window, '');
  for (let index = 0; index < objects.length; index += 1) {
    const object = objects[index] as object;
    for (const key of ownKeys(object)) {
      const at = (paths[index] as string) + text(key);
      const found = getOwnPropertyDescriptor(object, key);
      add(found?.value, `${at}.`);
      add(found?.get, `get ${at}.`);
      add(found?.set, `set ${at}.`);
      // The page's own instances: `history`, `localStorage`, `customElements`.
      if (index !== 0 || !found?.get) continue;
      try {
        const instance = (window as unknown as Record<PropertyKey, unknown>)[key];
        // What is stored are their properties.
        if (!(instance instanceof Storage)) add(instance, `${at}.`);
      } catch {
        // Refused by the browser's settings.
      }
    }
    add(getPrototypeOf(object), `${paths[index]}__proto__.`);
  }

  /** What each property is, by its path; without a loop or a call that a script could have replaced. */
  const note = (): Record<string, PropertyDescriptor> => {
    const noted = create(null) as Record<string, PropertyDescriptor>;
    const noteAll = (
      object: object,
      path: string,
      isNoted: (at: string, value: unknown) => boolean,
    ) => {
      noted[`${path}__proto__`] = { value: getPrototypeOf(object) };
      const keys = ownKeys(object);
      for (let at = 0; at < keys.length; at += 1) {
        const key = keys[at] as PropertyKey;
        const found = getOwnPropertyDescriptor(object, key);
        if (found && isNoted(text(key), found.value)) noted[path + text(key)] = found;
      }
    };
    for (let index = 0; index < objects.length; index += 1) {
      // The numbers of frames change by themselves.
      const isFrame = (at: string) => index === 0 && text(+at) === at;
      noteAll(objects[index] as object, paths[index] as string, (at) => !isFrame(at));
    }
    // What the shell gives all remotes; its data changes by itself.
    const { portal } = window as { readonly portal?: object };
    if (portal) noteAll(portal, 'portal.', (_, value) => typeof value === 'function');
    return noted;
  };

  let before: ReturnType<typeof note> = {};
  let definedBefore = 0;
  const watch: RealmWatch = {
    mark() {
      before = note();
      definedBefore = defined.length;
    },
    changes() {
      const changed: string[] = [];
      const now = note();
      for (const at in now) {
        const was = before[at];
        const found = now[at];
        const isSame =
          was && is(found?.value, was.value) && found?.get === was.get && found?.set === was.set;
        if (!isSame) changed[changed.length] = at;
      }
      for (const at in before) if (!now[at]) changed[changed.length] = at;
      for (let at = definedBefore; at < defined.length; at += 1) {
        changed[changed.length] = `customElements.define('${defined[at]}')`;
      }
      return changed;
    },
  };
  Object.defineProperty(window, name, { value: watch });
}
