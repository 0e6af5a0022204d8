import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoaderContext } from 'webpack';
import { deliveredPackage, ROOT, remoteFolders } from './workspace/packages.ts';
import { segmentsIn } from './workspace/route-segments.ts';

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
    for (const segment of segmentsIn(readFileSync(routes, 'utf8'))) owners[segment] = remote.name;
  }
  return `export const REMOTES = { ${loads.join(', ')} };
export const OWNERS = ${JSON.stringify(owners)};
`;
}
