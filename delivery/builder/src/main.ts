import { buildTarget } from './build-target.ts';
import type { BuildKind } from './webpack-config.ts';

/** The process of one build, which `buildAll` starts: `main.ts <folder> <kind> [draft]`. */
const [folder = '', kind, draft] = process.argv.slice(2);

const target = { folder, kind: kind as BuildKind, isDraft: draft === 'draft' };
const built: BuildAnswer = await buildTarget(target).then(
  (version) => ({ version }),
  (error: Error) => {
    console.error(error);
    return { reason: error.message };
  },
);
process.send?.(built);

export type BuildAnswer = { readonly version: string } | { readonly reason: string };
