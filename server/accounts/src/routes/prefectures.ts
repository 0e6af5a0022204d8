import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountPublic } from '@portal/server-endpoint/mount';
import { PREFECTURES } from '@portal/server-members/prefectures';
import { listPrefectures } from '@portal/shared-contract';

export function mountPrefectures(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, listPrefectures, () => ({ data: [...PREFECTURES] }), {
    cache: 'public, max-age=86400',
  });
}
