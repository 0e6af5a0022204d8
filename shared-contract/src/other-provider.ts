/** Whether members sign in at another identity provider than ours. */
export const isOtherProvider = (): boolean => window.portal.config.idp.endpoints !== undefined;

/** Whether members can sign in with LINE here. */
export const hasLine = (): boolean => window.portal.config.line !== false && !isOtherProvider();
