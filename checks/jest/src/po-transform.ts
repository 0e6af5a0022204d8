import { createHash } from 'node:crypto';
import path from 'node:path';
import type { SyncTransformer } from '@jest/transform';
import { createCompiledCatalog } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';

const po = formatter();

/** The result of the format's parser, as far as it is used here. */
type Catalog = Record<
  string,
  { translation?: string; message?: string; obsolete?: boolean | undefined }
>;

/** Turns a catalog into the same module as the build's loader: `{ messages }`. */
const transformer: SyncTransformer = {
  process(source, file) {
    const locale = path.basename(file, '.po');
    const catalog = po.parse(source, { locale, sourceLocale: 'en', filename: file }) as Catalog;
    const messages: Record<string, string> = {};
    for (const [id, entry] of Object.entries(catalog)) {
      // A text without a translation is shown in the source language, as in the build.
      if (!entry.obsolete) messages[id] = entry.translation || entry.message || id;
    }
    const { source: code, errors } = createCompiledCatalog(locale, messages, { namespace: 'cjs' });
    const [error] = errors;
    if (error)
      throw new Error(`${file}: "${error.source}" is no valid message`, { cause: error.error });
    return { code };
  },
  getCacheKey: (source, file) =>
    createHash('sha1').update('po-1').update(path.basename(file)).update(source).digest('hex'),
};

export default transformer;
