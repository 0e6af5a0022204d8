import { GLEWLWYD } from './glewlwyd.ts';
import { LEMONLDAP } from './lemonldap.ts';
import type { ProviderKind } from './started-provider.ts';

/** The providers that a portal is proven with, by the names of their packages. */
export const PROVIDER_KINDS = {
  lemonldap: LEMONLDAP,
  glewlwyd: GLEWLWYD,
} as const satisfies Record<string, ProviderKind>;
export type ProviderName = keyof typeof PROVIDER_KINDS;
export const PROVIDER_NAMES = Object.keys(PROVIDER_KINDS) as readonly ProviderName[];
