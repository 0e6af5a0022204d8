declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  /** A server with the S3 interface over a folder. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      /** Hosts are `<bucket>.s3.<serviceEndpoint>`. */
      serviceEndpoint: string;
      silent: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: { name: string }[];
    });
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
    readonly logger: { close(): void; exceptions: { unhandle(): void } };
  }
}
