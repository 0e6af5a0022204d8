import { readFileSync } from 'node:fs';
import type { Messages } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Locale } from '@portal/shared-contract';

export type CatalogEntry = {
  readonly id: string;
  /** The English text of the code. */
  readonly message: string;
  readonly translation: string;
};

type PoEntry = { translation?: string; message?: string; obsolete?: boolean };

/** The messages of a catalog (`*.po`) that are in use. */
export function readEntries(file: string, locale: Locale): CatalogEntry[] {
  const entries = formatter().parse(readFileSync(file, 'utf8'), {
    locale,
    sourceLocale: 'en',
    filename: file,
  }) as Record<string, PoEntry>;
  return Object.entries(entries)
    .filter(([, { obsolete }]) => !obsolete)
    .map(([id, { message = '', translation }]) => ({
      id,
      message,
      translation: translation || message,
    }));
}

/**
 * Reads and compiles a catalog.
 * @throws Error that names the file and the message that is not valid
 */
export function readCatalog(file: string, locale: Locale): Messages {
  const messages: Messages = {};
  for (const { id, message, translation } of readEntries(file, locale)) {
    try {
      messages[id] = compileMessageOrThrow(translation);
    } catch (cause) {
      throw new Error(`${file}: "${message}" is not a valid ICU message`, { cause });
    }
  }
  return messages;
}
