import { traceFields } from '@portal/shared-process/traces/traces';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pino, { type DestinationStream, type Logger } from 'pino';

/** JSON lines to stderr, as stdout is for the ready line; of a request neither query, headers nor body. */
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

/** The texts of a failed query hold personal data, so only its statement and PostgreSQL's code are kept. */
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

/** What may be personal or secret in others' texts: queries, email addresses, tokens, long numbers. */
const SENSITIVE: readonly (readonly [RegExp, string])[] = [
  [/(https?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/g, '$1?…'],
  [/[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+/g, '(email)'],
  [/\b(?=[\w.~-]*\d)[\w.~-]{24,}/g, '(token)'],
  [/\+?\d(?:[ ()-]?\d){6,}/g, '(number)'],
];

export const redact = (text: string): string =>
  SENSITIVE.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
