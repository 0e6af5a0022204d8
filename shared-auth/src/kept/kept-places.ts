/** The part of the Storage Buckets API in use, which not every browser has (WICG Storage Buckets). */
export type StorageBuckets = {
  open(
    name: string,
    options?: { readonly expires: number },
  ): Promise<{ readonly indexedDB: IDBFactory; setExpires(at: number): Promise<void> }>;
  keys(): Promise<readonly string[]>;
  delete(name: string): Promise<void>;
};

export const BUCKET = 'portal-kept';

/** Where a browser may keep what passes need without a connection. */
export type KeptPlaces = {
  readonly indexedDB: IDBFactory | undefined;
  readonly buckets?: StorageBuckets | undefined;
};
