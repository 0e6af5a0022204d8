import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portal/delivery-builder/workspace/packages';
import {
  type Brand,
  BrandError,
  type BrandTexts,
  compileTexts,
  readBrand,
  readEntries,
} from '@portal/shared-brand/read';
import { LOCALES, type PortalConfig } from '@portal/shared-contract';
import { Refused } from '@portal/shared-process/command-line';

export type { Brand };

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The brand of the folder `BRAND`.
 * @throws Refused that says what is wrong with it
 */
export const startBrand = (env: Variables): Brand => orRefused(() => readBrand(env));

/**
 * The texts of a brand that screens have, compiled.
 * @returns undefined where there are none
 * @throws Refused for a text that is in no catalog, the server's included, or that cannot replace the one
 * of the catalog
 */
export function textsOfScreens(texts: BrandTexts | undefined): PortalConfig['texts'] {
  if (!texts) return undefined;
  const { screens, server } = catalogEntries();
  const compiled = LOCALES.map((locale) => {
    orRefused(() =>
      compileTexts({ texts, locale, entries: [...screens, ...server], unknown: 'refused' }),
    );
    return [locale, compileTexts({ texts, locale, entries: screens, unknown: 'left out' })];
  });
  return Object.fromEntries(compiled);
}

/** English has all messages, with their English texts. */
function catalogEntries() {
  const { workspaces }: { workspaces: string[] } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const read = (names: readonly string[]) =>
    names
      .map((name) => join(ROOT, name, 'src/locales/en.po'))
      .filter(existsSync)
      .flatMap((file) => readEntries(file, 'en'));
  return {
    screens: read(workspaces.filter((name) => !name.startsWith('server/'))),
    server: read(['server/platform']),
  };
}

function orRefused<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof BrandError) throw new Refused(cause.message, { cause });
    throw cause;
  }
}
