import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Where Debian puts each version of PostgreSQL. */
const DEBIAN = '/usr/lib/postgresql';

/** The folders that may have PostgreSQL's programs, the newest version of the system first. */
export function postgresFolders(): string[] {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one))
    : [];
  return [
    ...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean),
    ...versions.map((version) => path.join(DEBIAN, version, 'bin')),
  ];
}

/** A program of the same version as the server of the tests; undefined where only the npm package has PostgreSQL. */
export const clientProgram = (name: string): string | undefined =>
  postgresFolders()
    .filter((folder) => existsSync(path.join(folder, 'initdb')))
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
