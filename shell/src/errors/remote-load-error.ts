/** A remote that is down, corrupt or incompatible. The shell shows `RemoteError` in its place. */
export class RemoteLoadError extends Error {
  readonly remote: string;

  constructor(remote: string, cause: unknown) {
    super(`The remote ${remote} could not be loaded.`, { cause });
    this.name = 'RemoteLoadError';
    this.remote = remote;
  }
}
