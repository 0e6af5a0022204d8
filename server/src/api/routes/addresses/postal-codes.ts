import { type Address, lookUpPostalCode } from '@portal/shared-contract';
import { findTowns } from '../../../domain/postal-codes.ts';
import { prefectureById } from '../../../domain/prefectures.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountPublic } from '../../mount.ts';
import { refuse } from '../../refusal.ts';

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
