import { refused, wrongUsage } from '@portal/delivery-model/client/failure';
import { openStore, readStoreSetting, StoreError } from '@portal/delivery-model/store/open-store';
import type { CommandIo } from './command.ts';

/** The store that `RELEASE_STORE` names. @throws CommandFailure for a setting that is missing or wrong */
export function storeOf({ env }: Pick<CommandIo, 'env'>) {
  if (!env.RELEASE_STORE) {
    throw wrongUsage(
      'RELEASE_STORE is not set.',
      'Set it as for the server: a folder, or s3://bucket/prefix with the variables of AWS.',
    );
  }
  try {
    return openStore(readStoreSetting(env, ''));
  } catch (error) {
    throw storeFailure(error);
  }
}

/**
 * The failure of the command for an error of the store. What the store lacks is said with an `Error` or a
 * `StoreError`; any other class is a bug, and stays what it is.
 */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !['Error', 'StoreError'].includes(error.name)) return error;
  return refused(
    error instanceof StoreError ? 'store' : 'not-in-store',
    error.message,
    'Check that RELEASE_STORE names the store of this portal, and that its key may read it.',
  );
}
