/** Texts for the values of a profile: for the account's page and for checking before saving. */
export * from './profile-labels/change-rows.ts';
export * from './profile-labels/format-personal.ts';
export * from './profile-labels/format-phone.ts';
