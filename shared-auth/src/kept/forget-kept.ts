/**
 * The database of what one member's passes need without a connection. It is there while something is kept,
 * and not opened before, so that a visitor has none.
 */
export const DATABASE = 'portal-kept';

/** Removes it with its key. What another tab writes at this moment ends first. */
export function forgetKept(factory: IDBFactory | undefined): void {
  try {
    factory?.deleteDatabase(DATABASE);
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}
