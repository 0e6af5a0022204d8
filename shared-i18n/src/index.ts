export * from './catalogs.ts';
export { type ErrorKind, errorText, loadErrorTexts } from './error-text.ts';
export * from './format.ts';
export * from './locale.ts';
export * from './locale-path.ts';
export * from './success-texts.ts';
