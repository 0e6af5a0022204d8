import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountPublic } from '@portal/server-endpoint/mount';
import { refuse } from '@portal/server-endpoint/refusal';
import { prefectureById } from '@portal/server-members/prefectures';
import { type Address, lookUpPostalCode } from '@portal/shared-contract';
import { findTowns } from './postal-code-table.ts';

export function mountPostalCodes(app: ApiApp, context: ApiContext): void {
  mountPublic(
    app,
    context,
    lookUpPostalCode,
    async ({ params }) => {
      const towns = await findTowns(params.code.replace('-', ''));
      const data = towns.flatMap(({ postalCode, prefectureId, city, town }): Address[] => {
        const prefecture = prefectureById(prefectureId);
        return prefecture ? [{ postal_code: postalCode, prefecture, city, town }] : [];
      });
      return data.length > 0 ? { data } : refuse('request.not_found');
    },
    { cache: 'public, max-age=86400' },
  );
}
