import type { Adapter, AdapterPayload } from 'oidc-provider';

type Entry = { readonly payload: AdapterPayload; readonly until: number };

const ENTRIES_MAX = 1_000;
const DEFAULT_SECONDS = 600;

/** Keeps the sandbox's newest thousand records for some minutes. */
export function createMemoryStore(): (model: string) => Adapter {
  const entries = new Map<string, Entry>();

  function live(key: string): AdapterPayload | undefined {
    const entry = entries.get(key);
    return entry && entry.until > Date.now() ? entry.payload : undefined;
  }

  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresIn = DEFAULT_SECONDS) {
        entries.delete(key(id));
        entries.set(key(id), { payload, until: Date.now() + expiresIn * 1000 });
        const [oldest] = entries.keys();
        if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest);
      },
      find: async (id) => live(key(id)),
      async findByUid(uid) {
        const own = [...entries.keys()].filter((name) => name.startsWith(`${model}:`));
        return own.map(live).find((payload) => payload?.uid === uid);
      },
      async consume(id) {
        const payload = live(key(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        entries.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [name, { payload }] of entries) {
          if (name.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(name);
        }
      },
      findByUserCode: async () => undefined,
    };
  };
}
