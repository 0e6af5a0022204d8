/** Texts for the values of a profile. */
export { addressLines } from './profile-labels/address-lines.ts';
export * from './profile-labels/format-personal.ts';
export * from './profile-labels/format-phone.ts';
