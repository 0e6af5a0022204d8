export * from './catalogs.ts';
export * from './error-texts.ts';
export * from './format.ts';
export * from './locale.ts';
export * from './locale-path.ts';
export * from './success-texts.ts';
