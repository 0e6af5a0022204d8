import type { Locale } from '@portal/shared-contract';
import { textsOfScript } from '@portal/shared-contract/script-texts';

type Release = { readonly files: object };

/** The files of texts that these scripts of a release bring in a language. */
export function textsFor({ files }: Release, scripts: readonly string[], locale: Locale): string[] {
  const names = Object.keys(files);
  return scripts.flatMap((script) => textsOfScript(script, locale, names) ?? []);
}

/** These scripts with their texts. */
export const withTexts = (
  release: Release,
  scripts: readonly string[],
  locale: Locale,
): string[] => [...scripts, ...textsFor(release, scripts, locale)];
