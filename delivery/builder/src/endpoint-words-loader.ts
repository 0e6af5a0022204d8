const SUMMARY = /^ +summary:\s+(['"`])(?:\\.|(?!\1).)*\1,\n/gm;
const ERRORS = /^ +errors: (?:\[[^\]]*\]|\w+),\n/gm;
const VALUE = /^ +value: '\w+',\n/gm;
const REASON = /(protection: \{ none: )'[^']*'/g;

/**
 * A webpack loader for the contract: takes out of its endpoints what only the document of the API and the server's tests
 * read. No browser needs it.
 */
export default function endpointWords(source: string): string {
  return source.replace(SUMMARY, '').replace(ERRORS, '').replace(VALUE, '').replace(REASON, "$1''");
}
