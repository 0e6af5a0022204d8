/** Whether members sign in at another identity provider than ours (product §10.160). */
export const isOtherProvider = (): boolean => window.portal.config.idp.endpoints !== undefined;
