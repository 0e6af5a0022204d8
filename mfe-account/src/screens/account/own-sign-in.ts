import type { RouteRow } from '@portal/shared-routing';

/** Whether members sign in at another identity provider than ours. */
export const isOtherProvider = (): boolean => window.portal.config.idp.endpoints !== undefined;

/** A screen of our own sign-in. Where another provider has it, its link stands in its place. */
export const ownSignIn =
  (lazy: RouteRow['lazy']): RouteRow['lazy'] =>
  () =>
    isOtherProvider() ? import('./at-provider.tsx') : lazy();
