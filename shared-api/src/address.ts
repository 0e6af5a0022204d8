type Values = Readonly<Record<string, unknown>>;

/** Fills the braces of an endpoint's path: `/postal-code/{code}` + `{ code: '1000001' }`. */
export function fillPath(path: string, params: Values = {}): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') {
      throw new Error(`The path ${path} was called without "${name}"`);
    }
    // The URL parser would resolve `.` and `..` and call another path.
    return encodeURIComponent(String(value)).replace(/^\.{1,2}$/, (dots) =>
      dots.replaceAll('.', '%2E'),
    );
  });
}

/** `?page=1&limit=10`, or an empty text. Undefined and null are left out; lists repeat the name. */
export function queryString(query: Values = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** The same text for two addresses whose queries differ in order alone. */
export function sortedQuery(pathWithQuery: string): string {
  const [path = '', query = ''] = pathWithQuery.split('?', 2);
  const search = new URLSearchParams(query);
  search.sort();
  return `${path}?${search}`;
}
