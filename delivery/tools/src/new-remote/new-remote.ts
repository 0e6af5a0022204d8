import { folderOfPart } from '@portal/delivery-builder/workspace/packages';

/** A remote that does not exist yet, as the team has named it. */
export type NewRemote = {
  /** Its short name, `offers`; the folder is `mfe-offers`. */
  readonly name: string;
  /** The path of its first screen, `/offers`: a first segment of its own. */
  readonly path: `/${string}`;
  /** The title of the first screen in English, and the key of its translation. */
  readonly title: string;
  readonly titleJa: string;
};

/** What else follows from the clone that the remote is written into. */
export type NewRemoteInClone = NewRemote & {
  /** The prefix of its CSS classes, which no other remote has. */
  readonly prefix: string;
  /** The number of the statement of docs/product.md about its first screen. */
  readonly statement: string;
  /** Of the remote and of the packages of the workspace. */
  readonly version: string;
  /** The exact versions of the npm packages that it needs, as other remotes have them. */
  readonly dependencies: Readonly<Record<string, string>>;
};

export const folderOf = ({ name }: Pick<NewRemote, 'name'>): string => folderOfPart(name);

/** What a new remote imports; their versions are those of the first remote of the clone that has them. */
export const DEPENDENCIES: readonly string[] = [
  '@lingui/core',
  '@lingui/react',
  '@portal/kit',
  'react',
];
