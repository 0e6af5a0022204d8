import { basename } from 'node:path';
import type { LoaderContext } from 'webpack';
import { asShown } from './compiled-catalog.ts';

/** Runs after Lingui's loader. */
export default function phraseBreaksLoader(this: LoaderContext<unknown>, code: string): string {
  return asShown(code, basename(this.resourcePath) === 'ja.po' ? 'ja' : 'en');
}
