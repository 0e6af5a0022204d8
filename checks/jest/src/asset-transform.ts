import path from 'node:path';
import type { SyncTransformer } from '@jest/transform';

/** Turns a picture or a font into a module with an address, as the build does. */
const transformer: SyncTransformer = {
  process: (_, file) => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(`/${path.basename(file)}`)} };`,
  }),
};

export default transformer;
