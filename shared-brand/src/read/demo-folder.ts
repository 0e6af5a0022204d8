import path from 'node:path';

/** What the demo has where a brand brings nothing of its own. */
export const DEMO_FOLDER = path.resolve(import.meta.dirname, '../demo');
