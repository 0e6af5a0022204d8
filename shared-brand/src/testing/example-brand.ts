import { resolve } from 'node:path';

/** The brand of the guide (docs/brand.md). */
export const EXAMPLE_BRAND = resolve(import.meta.dirname, '../../../deploy/brand-example');
