import { compiledCatalog } from '@portal/delivery-builder/compiled-catalog';
import type { LoaderContext } from 'webpack';

/**
 * A webpack loader that compiles any catalog, those of the kit too: Lingui's own takes only the catalogs of the
 * repository's configuration.
 */
export default async function catalogLoader(this: LoaderContext<unknown>): Promise<string> {
  const messages = await compiledCatalog(this.resourcePath);
  return `export const messages = ${JSON.stringify(messages)};`;
}
