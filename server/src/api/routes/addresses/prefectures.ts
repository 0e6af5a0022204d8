import { listPrefectures } from '@portal/shared-contract';
import { PREFECTURES } from '../../../domain/prefectures.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountPublic } from '../../mount.ts';

export function mountPrefectures(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, listPrefectures, () => ({ data: [...PREFECTURES] }), {
    cache: 'public, max-age=86400',
  });
}
