import { DrizzleQueryError } from 'drizzle-orm/errors';
import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * JSON lines on stderr; stdout belongs to the one line that says "ready".
 * Nothing of a request is logged but what the middleware picks: no query, no header, no body.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination(2),
): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, destination);
}

/**
 * An error for the log. A failed query's own texts hold the values of people (addresses, names,
 * hashes of codes), so of it only the statement and PostgreSQL's code are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const at = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  if (error instanceof DrizzleQueryError) {
    const { code, constraint } = (error.cause ?? {}) as { code?: unknown; constraint?: unknown };
    return { type: 'DrizzleQueryError', statement: error.query, code, constraint, at };
  }
  const { code } = error as { code?: unknown };
  return { type: error.name, message: error.message, code, at };
}
