const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)/i;
/** More than the server’s code has. */
const NAMES_MAX = 400;
const names = new Map<string, string>();

/**
 * What a statement does and to which table first: `select members`. None of its values, which a statement that is
 * written by hand could have in its text.
 */
export function statementName(statement: string): string {
  const known = names.get(statement);
  if (known !== undefined) return known;
  const [verb = ''] = /[a-z]+/i.exec(statement) ?? [];
  const [, table] = TABLE.exec(statement) ?? [];
  const name = [verb.toLowerCase(), table].filter(Boolean).join(' ');
  if (names.size < NAMES_MAX) names.set(statement, name);
  return name;
}
