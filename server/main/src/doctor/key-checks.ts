import { randomUUID } from 'node:crypto';
import { uploadKey } from '@portal/delivery-model/document';
import { openStore } from '@portal/delivery-model/store/open-store';
import { vapidKeys } from '@portal/server-notifications/push/vapid-keys';
import { type Check, remedy } from './check.ts';

export const STORE_AND_KEY_CHECKS: readonly Check[] = [
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
  {
    name: 'push keys',
    asks: 'whether the keys of VAPID_KEYS can sign',
    run({ config }) {
      try {
        vapidKeys(config);
        return 'ok';
      } catch {
        return remedy(
          'Set VAPID_KEYS to keys that deploy/make-secrets.mjs makes: one of them is no number of the curve P-256.',
        );
      }
    },
  },
];
