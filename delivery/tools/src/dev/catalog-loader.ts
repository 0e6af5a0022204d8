import { compiledCatalog } from '@portal/delivery-builder/compiled-catalog';
import type { LoaderContext } from 'webpack';

/** A webpack loader for all catalogs; Lingui's own takes only those of the repository's configuration. */
export default async function catalogLoader(this: LoaderContext<unknown>): Promise<string> {
  const messages = await compiledCatalog(this.resourcePath);
  return `export const messages = ${JSON.stringify(messages)};`;
}
