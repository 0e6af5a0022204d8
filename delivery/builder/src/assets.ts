import { parse } from 'node:path';
import { ASSET } from '@portal/delivery-model/store/file-type';

/** Pictures and fonts: an import of one gives its address. */
export const ASSETS = {
  test: ASSET,
  type: 'asset/resource',
  generator: {
    filename: ({ filename = '' }: { readonly filename?: string }) =>
      `${parse(filename).name.replace(/[^\w-]+/g, '-')}.[contenthash:10][ext]`,
  },
} as const;
