import { traceFields } from '@portal/shared-process/traces/traces';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Writes JSON lines to stderr; stdout is reserved for the ready line. Of a request, only the fields
 * that the middleware selects are logged: no query, no headers, no body.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination(2),
): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: traceFields,
      serializers: { err: describeError, description: redactText, reason: redactText },
    },
    destination,
  );
}

/** For what others have written, such as a provider's description of an error. */
const redactText = (text: unknown) => (typeof text === 'string' ? redact(text) : text);

/**
 * Describes an error for the log. The texts of a failed query contain personal data (addresses,
 * names, hashes of codes), so only its statement and PostgreSQL's error code are kept.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const at = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  if (error instanceof DrizzleQueryError) {
    const { code, constraint } = (error.cause ?? {}) as { code?: unknown; constraint?: unknown };
    return { type: 'DrizzleQueryError', statement: error.query, code, constraint, at };
  }
  const { code } = error as { code?: unknown };
  return { type: error.name, message: redact(error.message), code, at };
}

/**
 * What may be of a member or a secret in a text that others wrote: queries, email addresses, tokens, and
 * numbers of telephones and cards.
 */
const SENSITIVE: readonly (readonly [RegExp, string])[] = [
  [/(https?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/g, '$1?…'],
  [/[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+/g, '(email)'],
  [/\b(?=[\w.~-]*\d)[\w.~-]{24,}/g, '(token)'],
  [/\+?\d(?:[ ()-]?\d){6,}/g, '(number)'],
];

/** Takes out of a text what must not be in a log. */
export const redact = (text: string): string =>
  SENSITIVE.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
