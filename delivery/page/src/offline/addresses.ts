import { barePath } from '@portal/shared-i18n/locale-path';

/** Addresses below these are no screens; that of the callback brings a code, which belongs to one visit. */
const OTHERS = /^\/(api|remotes|preview|callback|\.well-known)(\/|$)/;

/** Whether a navigation leads to a screen of the portal, which the composed page shows. */
export function isScreen(url: string, origin: string): boolean {
  const { origin: at, pathname } = new URL(url);
  return at === origin && !OTHERS.test(barePath(pathname)) && !/\.[^/]*$/.test(pathname);
}

/** Whether a file of a release is at an address: ten digits of its content's hash are in its name. */
export const isFile = (url: string): boolean => /\.[0-9a-f]{10}\.[a-z]+\d?$/.test(url);
