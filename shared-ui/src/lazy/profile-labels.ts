/** Texts for the values of a profile. */
export * from './profile-labels/format-personal.ts';
export * from './profile-labels/format-phone.ts';
