import { folderStore } from './folder-store.ts';
import { type S3Setting, s3Store } from './s3-store.ts';
import { type Store, StoreError } from './store.ts';

export { StoreError };

export type StoreSetting =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Setting);

type Variables = Readonly<
  Partial<
    Record<
      | 'RELEASE_STORE'
      | 'RELEASE_STORE_ENDPOINT'
      | 'AWS_REGION'
      | 'AWS_DEFAULT_REGION'
      | 'AWS_ACCESS_KEY_ID'
      | 'AWS_SECRET_ACCESS_KEY'
      | 'AWS_SESSION_TOKEN',
      string | undefined
    >
  >
>;

/** Outside AWS the region's name hardly matters, and this is what most stores expect. */
const DEFAULT_REGION = 'us-east-1';
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w~+-][\w.~+-]*)*)\/?$/;

/**
 * Reads where releases are kept: `RELEASE_STORE` is a folder or `s3://bucket/prefix`, which takes the usual
 * variables of AWS and, for another provider, `RELEASE_STORE_ENDPOINT`.
 */
export function readStoreSetting(variables: Variables, defaultFolder: string): StoreSetting {
  const { RELEASE_STORE: address, RELEASE_STORE_ENDPOINT: endpoint } = variables;
  if (!address) return { kind: 'folder', folder: defaultFolder };
  if (!/^[a-z0-9]+:/i.test(address)) return { kind: 'folder', folder: address };
  const [, bucket, path] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined || path === undefined) {
    throw new StoreError(
      'Please set RELEASE_STORE to a folder or to an address such as s3://bucket/prefix.',
    );
  }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (!accessKeyId || !secretAccessKey) {
    const missing = accessKeyId ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID';
    throw new StoreError(
      `Please set ${missing}: RELEASE_STORE is a bucket, and then it is needed.`,
    );
  }
  if (endpoint && !isOrigin(endpoint)) {
    throw new StoreError(
      'Please set RELEASE_STORE_ENDPOINT to an address such as https://s3.example or https://{bucket}.s3.example.',
    );
  }
  const region = variables.AWS_REGION || variables.AWS_DEFAULT_REGION || DEFAULT_REGION;
  return {
    kind: 's3',
    bucket,
    prefix: path.slice(1),
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: variables.AWS_SESSION_TOKEN || undefined,
    endpoint: endpoint || amazonEndpoint(bucket, region),
  };
}

export function openStore(setting: StoreSetting): Store {
  return setting.kind === 'folder' ? folderStore(setting.folder) : s3Store(setting);
}

/** A bucket's name with a dot does not fit the certificate of the hosts, so it goes in the path. */
function amazonEndpoint(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com`;
  return bucket.includes('.') ? `https://${host}` : `https://{bucket}.${host}`;
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value.replace('{bucket}', 'bucket'));
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
  );
}
