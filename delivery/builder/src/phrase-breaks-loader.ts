import { basename } from 'node:path';
import type { LoaderContext } from 'webpack';
import { withPhraseBreaks } from './phrase-breaks.ts';

/** Runs after Lingui's loader. */
export default function phraseBreaksLoader(this: LoaderContext<unknown>, code: string): string {
  return basename(this.resourcePath) === 'ja.po' ? withPhraseBreaks(code) : code;
}
