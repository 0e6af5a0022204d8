import * as v from 'valibot';

const KEY = 'theme';
const AppearanceSchema = v.picklist(['light', 'dark', 'system']);
export type Appearance = v.InferOutput<typeof AppearanceSchema>;
export const APPEARANCES = AppearanceSchema.options;

/** What this browser shows; the page's boot script reads the same key before anything is drawn. */
export function readAppearance(): Appearance {
  try {
    const stored = v.safeParse(AppearanceSchema, localStorage.getItem(KEY));
    return stored.success ? stored.output : 'system';
  } catch {
    return 'system';
  }
}

/** Shows the page so at once, and keeps it for the next visits where the browser lets it. */
export function chooseAppearance(appearance: Appearance): void {
  const { dataset } = document.documentElement;
  if (appearance === 'system') delete dataset.theme;
  else dataset.theme = appearance;
  try {
    if (appearance === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, appearance);
  } catch {
    // Storage is refused: it holds for this page.
  }
}
