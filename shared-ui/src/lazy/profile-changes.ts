/** The changes of a profile as texts, for checking before saving, and what it lacks. */
export * from './profile-labels/change-rows.ts';
export { missingLabels } from './profile-labels/missing-labels.ts';
