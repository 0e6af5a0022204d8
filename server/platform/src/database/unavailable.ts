import { types } from 'node:util';

/** Network error codes, and those of node-postgres' pool. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** SQLSTATE classes: connection exception, insufficient resources, operator intervention. */
const SERVER_CLASSES = /^(08|53|57)[0-9A-Z]{3}$/;
/** Of node-postgres when a connection has broken. */
const BROKEN = /Connection terminated|connection error and is not queryable/;
const NOT_SENT = /connection error and is not queryable/;
const READ_TIMEOUT = /Query read timeout/;
const POOL_FULL = /timeout exceeded when trying to connect/;
/** SQLSTATE `read_only_sql_transaction`: a standby, as after a failover that has not ended. */
export const READ_ONLY = '25006';
/** SQLSTATE `too_many_connections`: the limit of the server, the database or the role. */
const TOO_MANY_CONNECTIONS = '53300';
/** SQLSTATE `admin_shutdown`, and what PostgreSQL answers while it starts. */
const ADMIN_SHUTDOWN = '57P01';
const CANNOT_CONNECT_NOW = '57P03';

/** How many lost connections one call may meet: all idle ones of a pool may end before the pool knows. */
export const LOST_CONNECTIONS_MAX = 12;

/** True if the database could not be reached or takes no changes, so the caller may try again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return some(error, (code, message) => {
    return (
      NETWORK_CODES.has(code) ||
      SERVER_CLASSES.test(code) ||
      code === READ_ONLY ||
      isPoolMessage(message)
    );
  });
}

/** True if there is no connection to the database, or no longer, so that another one is needed. */
export function isConnectionLost(error: unknown): boolean {
  return some(error, (code, message) => {
    return (
      NETWORK_CODES.has(code) ||
      code === ADMIN_SHUTDOWN ||
      code === CANNOT_CONNECT_NOW ||
      BROKEN.test(message)
    );
  });
}

/** True if PostgreSQL has no connection to give at this moment; those that it has given are as good as before. */
export function isOutOfConnections(error: unknown): boolean {
  return some(error, (code) => code === TOO_MANY_CONNECTIONS);
}

/**
 * True if a statement was certainly not carried out: it was not sent, or PostgreSQL said, instead of a
 * result, that an administrator has ended the connection. It says that only before a commit, `commit`
 * itself included; afterwards it answers, or ends without a word.
 */
export function isNotCarriedOut(error: unknown): boolean {
  return some(error, (code, message) => code === ADMIN_SHUTDOWN || NOT_SENT.test(message));
}

/** True if a statement was sent and nothing came back within the client's limit. */
export function isReadTimeout(error: unknown): boolean {
  return some(error, (_code, message) => READ_TIMEOUT.test(message));
}

const isPoolMessage = (message: string) =>
  BROKEN.test(message) || POOL_FULL.test(message) || READ_TIMEOUT.test(message);

/** Looks at an error and at the causes that it wraps. */
function some(error: unknown, is: (code: string, message: string) => boolean): boolean {
  for (let cause = error; isError(cause); cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (is(typeof code === 'string' ? code : '', cause.message)) return true;
  }
  return false;
}

/** Also one of Node itself in a Jest test, where it is no instance of the test's own class. */
const isError = (value: unknown): value is Error => types.isNativeError(value);
