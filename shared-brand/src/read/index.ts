export { BrandError } from './brand-error.ts';
export { readEntries } from './catalog.ts';
export { type Brand, readBrand } from './read-brand.ts';
export { type BrandTexts, compileTexts } from './texts.ts';
