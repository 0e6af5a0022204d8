import { openWith, sealWith } from '@portal/server-platform/crypto/sealed-text';
import { derivedKeyObjects, openWithAnyKey } from '@portal/shared-process/secrets';
import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import type { IdentityContext } from '../settings.ts';

const PURPOSE = 'sealed-cookie';

type Place = { readonly name: string; readonly path: string };

/** Encrypted cookies for the state of a sign-in: read and changed by the replicas alone, each bound to its name. */
export function sealedCookies({ config, clock }: Pick<IdentityContext, 'config' | 'clock'>) {
  const [newest] = derivedKeyObjects(config.secrets, PURPOSE);
  const secure = config.idpOrigin.startsWith('https:');
  const full = (name: string) => `${secure ? '__Secure-' : ''}${name}`;
  const options = (path: string) =>
    ({ path, signed: false, httpOnly: true, sameSite: 'lax', secure }) as const;

  return {
    /** @param seconds until the value expires, even if the browser keeps the cookie */
    set(ctx: KoaContextWithOIDC, { name, path }: Place, value: object, seconds: number): void {
      const until = clock.now().getTime() + seconds * 1000;
      ctx.cookies.set(full(name), sealWith(newest, name, JSON.stringify({ until, value })), {
        ...options(path),
        maxAge: seconds * 1000,
      });
    },

    /** Undefined if the cookie is missing, expired, forged or does not match the schema. */
    read<Schema extends v.GenericSchema>(
      ctx: KoaContextWithOIDC,
      name: string,
      schema: Schema,
    ): v.InferOutput<Schema> | undefined {
      const sealed = ctx.cookies.get(full(name), { signed: false }) ?? '';
      const text = openWithAnyKey(config.secrets, PURPOSE, (key) => openWith(key, name, sealed));
      if (text === undefined) return undefined;
      const { until, value } = JSON.parse(text) as { until: number; value: unknown };
      const parsed = v.safeParse(schema, value);
      return parsed.success && clock.now().getTime() < until ? parsed.output : undefined;
    },

    forget(ctx: KoaContextWithOIDC, { name, path }: Place): void {
      ctx.cookies.set(full(name), null, options(path));
    },
  };
}

export type SealedCookies = ReturnType<typeof sealedCookies>;
