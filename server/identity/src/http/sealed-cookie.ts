import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { derivedKeyObjects, openWithAnyKey } from '@portal/shared-process/secrets';
import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import type { IdentityContext } from '../settings.ts';

const PURPOSE = 'sealed-cookie';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

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
      ctx.cookies.set(full(name), seal(newest, name, JSON.stringify({ until, value })), {
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
      const sealed = ctx.cookies.get(full(name), { signed: false });
      const text = openWithAnyKey(config.secrets, PURPOSE, (key) => unseal(key, name, sealed));
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

function seal(key: KeyObject, name: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(name));
  const sealed = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
}

function unseal(key: KeyObject, name: string, sealed: string | undefined): string | undefined {
  const bytes = Buffer.from(sealed ?? '', 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
