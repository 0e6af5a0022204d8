/** Why a remote did not start: its files did not come, they came and failed, or they froze an earlier page. */
export type StartFailure = 'unreachable' | 'broken' | 'frozen';

/** A remote that is down, corrupt or incompatible. The shell shows `RemoteError` in its place. */
export class RemoteLoadError extends Error {
  readonly remote: string;
  readonly why: StartFailure | 'switchedOff';

  constructor(remote: string, cause: unknown, why: RemoteLoadError['why'] = 'unreachable') {
    super(`The remote ${remote} could not be loaded.`, { cause });
    this.name = 'RemoteLoadError';
    this.remote = remote;
    this.why = why;
  }
}
