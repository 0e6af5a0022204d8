import { call } from '@portal/shared-api';
import { authStore, isLoginAtom, memberNameAtom, signOut } from '@portal/shared-auth';
import type { Locale } from '@portal/shared-contract';
import { barePath, formatName, localeOf } from '@portal/shared-i18n';
import { href, useLocation, useNavigate } from '@portal/shared-routing';
import { type ComponentType, type ReactElement, useLayoutEffect, useRef } from 'react';

/** Calls back after a change, until the function that it answers is called. */
type Subscribe = (changed: () => void) => () => void;

/** What the portal gives to a screen or card that another framework draws. */
export type MountedPortal = {
  readonly session: {
    isSignedIn(): boolean;
    /** In the order of the page's language; null until the member is known. */
    memberName(): string | null;
    readonly subscribe: Subscribe;
    /** Calls the API as the member. The tokens themselves stay with the portal. */
    readonly call: typeof call;
    readonly signOut: () => Promise<void>;
  };
  readonly locale: { get(): Locale; readonly subscribe: Subscribe };
  readonly router: {
    /** Without its language, with query: `/offers?page=2`. */
    path(): string;
    /** Goes to a screen of the portal by such a path, in the language shown. */
    go(path: string, options?: { readonly replace?: boolean }): void;
    /** The address of such a path, for a link. */
    href(path: string): string;
    readonly subscribe: Subscribe;
  };
};

/** Draws into an empty element. @returns takes away what it has drawn, with every timer and listener */
export type Mount = (element: HTMLElement, portal: MountedPortal) => () => void;

/**
 * Makes a route's or a card's `Component` of what another framework draws:
 * `export const Component = mountable((element, portal) => { … return () => … })`. What `mount` throws is the error of that
 * screen or card.
 */
export const mountable = (mount: Mount): ComponentType =>
  Mounted.bind(undefined, { mount }) as ComponentType;

function Mounted({ mount }: { readonly mount: Mount }): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  const { pathname, search } = useLocation();
  const path = barePath(pathname) + search;
  const locale = localeOf(pathname);
  const navigate = useNavigate();
  const place = useRef({ path, locale, navigate });
  const moved = useRef(new Set<() => void>());
  useLayoutEffect(() => {
    place.current = { path, locale, navigate };
    for (const changed of moved.current) changed();
  }, [path, locale, navigate]);
  // As soon as the element is there, so that what the shell does with a new screen finds its heading.
  useLayoutEffect(
    () =>
      mount(element.current as HTMLDivElement, {
        session: {
          isSignedIn: () => authStore.get(isLoginAtom),
          memberName: () => {
            const known = authStore.get(memberNameAtom);
            return known && formatName(known, { locale: place.current.locale });
          },
          subscribe(changed) {
            const ends = [isLoginAtom, memberNameAtom].map((one) => authStore.sub(one, changed));
            return () => ends.forEach((end) => void end());
          },
          call,
          signOut,
        },
        locale: { get: () => place.current.locale, subscribe: following(moved.current) },
        router: {
          path: () => place.current.path,
          go: (to, options) => void place.current.navigate(href(to, place.current.locale), options),
          href: (to) => href(to, place.current.locale),
          subscribe: following(moved.current),
        },
      }),
    [mount],
  );
  return <div ref={element} />;
}

const following =
  (listeners: Set<() => void>): Subscribe =>
  (changed) => {
    // One function may follow language and path.
    const one = () => changed();
    listeners.add(one);
    return () => void listeners.delete(one);
  };
