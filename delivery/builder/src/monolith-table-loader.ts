import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoaderContext } from 'webpack';
import { deliveredPackage, ROOT, remoteFolders } from './workspace/packages.ts';

const ROW_PATH = /^ +path: '(\/[^/']*)/gm;

/** A webpack loader: answers monolith-table.ts with every remote of the workspace. */
export default function monolithTable(this: LoaderContext<unknown>): string {
  this.addDependency(join(ROOT, 'package.json'));
  const loads: string[] = [];
  const owners: Record<string, string> = {};
  for (const folder of remoteFolders()) {
    const remote = deliveredPackage(folder);
    loads.push(`${JSON.stringify(remote.name)}: () => import('../../../${folder}/src/routes.ts')`);
    const routes = join(remote.folder, 'src/routes.ts');
    this.addDependency(routes);
    // The first segment of the path of each row: `/account`.
    for (const [, segment = ''] of readFileSync(routes, 'utf8').matchAll(ROW_PATH)) {
      owners[segment] = remote.name;
    }
  }
  return `export const REMOTES = { ${loads.join(', ')} };
export const OWNERS = ${JSON.stringify(owners)};
`;
}
