import type { Context, Hono, MiddlewareHandler } from 'hono';
import * as v from 'valibot';

/** Mounts a call of JSON that is no part of the contract; anything but JSON of this shape answers 422. */
export function postJson<Schema extends v.GenericSchema>(
  app: Hono,
  path: string,
  schema: Schema,
  answer: (c: Context, body: v.InferOutput<Schema>) => Promise<Response> | Response,
): void {
  app.post(path, async (c) => {
    const body = v.safeParse(schema, await c.req.json().catch(() => undefined));
    return body.success ? answer(c, body.output) : c.json({ error: 'request.invalid' }, 422);
  });
}

export const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('cache-control', 'no-store');
};
