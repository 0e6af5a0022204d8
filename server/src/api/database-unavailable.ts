/** Network error codes, and those of node-postgres' pool. */
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
/** SQLSTATE classes: connection exception, insufficient resources, operator intervention. */
const SERVER_CLASSES = /^(08|53|57)[0-9A-Z]{3}$/;
const POOL_MESSAGES = /timeout exceeded when trying to connect|Connection terminated/;

/** True if the database could not be reached, so the caller may try again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && (NETWORK_CODES.has(code) || SERVER_CLASSES.test(code)))
      return true;
    if (POOL_MESSAGES.test(cause.message)) return true;
  }
  return false;
}
