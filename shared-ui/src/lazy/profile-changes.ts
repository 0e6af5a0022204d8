/** The changes of a profile as texts, for checking before saving. */
export * from './profile-labels/change-rows.ts';
