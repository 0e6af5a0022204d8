/** Whether members sign in at another identity provider than ours. */
export const isOtherProvider = (): boolean => window.portal.config.idp.endpoints !== undefined;
