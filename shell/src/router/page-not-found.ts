/** Thrown for an address no row covers (spec §2: 'Page Not Found: {path}'). */
export class PageNotFound extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`Page Not Found: ${path}`);
    this.name = 'PageNotFound';
    this.path = path;
  }
}
