import type { ApiError } from '@portal/shared-api';

/** Whether members sign in at another identity provider than ours (product §10.160). */
export const isOtherProvider = (): boolean => window.portal.config.idp.endpoints !== undefined;

/** Whether a sign-in there is to be linked to the member account of its address first (product §10.163). */
export const isLinkRequired = (error: ApiError): boolean =>
  error.kind === 'api' && error.code === 'user.link_required';
