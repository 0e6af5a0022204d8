import * as v from 'valibot';

export const LOCALES = ['ja', 'en'] as const;
export const LocaleSchema = v.picklist(LOCALES);
export type Locale = v.InferOutput<typeof LocaleSchema>;

/** A text in Japanese and English. */
export const LocalizedTextSchema = v.object({ ja: v.string(), en: v.string() });
export type LocalizedText = v.InferOutput<typeof LocalizedTextSchema>;
