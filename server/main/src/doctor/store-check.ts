import { randomUUID } from 'node:crypto';
import { uploadKey } from '@portal/delivery-model/document';
import { openStore } from '@portal/delivery-model/store/open-store';
import { type Check, remedy } from './check.ts';

export const STORE_CHECKS: readonly Check[] = [
  {
    name: 'release store',
    asks: 'whether RELEASE_STORE can be written, also on a condition, and read',
    async run({ config }) {
      const store = openStore(config.releases.store);
      const bytes = new TextEncoder().encode(randomUUID());
      // Of no part; a sweep removes it after a day.
      const key = uploadKey('doctor', randomUUID());
      await store.putIfAbsent(key, bytes, { type: 'text/plain' });
      const read = await store.get(key);
      if (read === undefined || Buffer.compare(read, bytes) !== 0) {
        return remedy(
          'Use a RELEASE_STORE that gives back what was just written: this one does not.',
        );
      }
      if (await store.putIfAbsent(key, bytes)) {
        return remedy(
          'Use a RELEASE_STORE that writes on a condition (If-None-Match: *): this one writes over what is there.',
        );
      }
      return 'ok';
    },
  },
];
