const ROW_PATH = /^ +path: '(\/[^/']*)/gm;

/** The first segments of the paths in the text of a `src/routes.ts`: `/account`. */
export function segmentsIn(routes: string): string[] {
  return [...new Set([...routes.matchAll(ROW_PATH)].map(([, segment = '']) => segment))];
}
