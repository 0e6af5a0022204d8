/** Thrown for an address that no row covers. */
export class PageNotFound extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`Page Not Found: ${path}`);
    this.name = 'PageNotFound';
    this.path = path;
  }
}
