import { showTheme } from '@portal/kit/ui/shown-theme';
import * as v from 'valibot';

const KEY = 'theme';
const AppearanceSchema = v.picklist(['light', 'dark', 'system']);
export type Appearance = v.InferOutput<typeof AppearanceSchema>;
export const APPEARANCES = AppearanceSchema.options;

/**
 * The appearance stored in this browser. The boot script reads the same key before the first paint.
 */
export function readAppearance(): Appearance {
  try {
    const stored = v.safeParse(AppearanceSchema, localStorage.getItem(KEY));
    return stored.success ? stored.output : 'system';
  } catch {
    return 'system';
  }
}

/** Applies the appearance at once and stores it, unless the browser refuses storage. */
export function saveAppearance(appearance: Appearance): void {
  showTheme(appearance === 'system' ? undefined : appearance);
  try {
    if (appearance === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, appearance);
  } catch {
    // Storage is refused: it holds for this page.
  }
}
