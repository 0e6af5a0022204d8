import {
  type Endpoint,
  endpoint,
  PageQuerySchema,
  type Pagination,
  PaginationSchema,
  type Schema,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { call } from './call.ts';
import type { CallOptions } from './client.ts';
import type { Result } from './result.ts';

/**
 * Spec §7, generic resource actions of a base path: `resource('/passports', PassportSchema)`.
 * `list` reads data and meta; `create` and `update` send the data as the body and answer the item.
 */
export function resource<S extends Schema>(basePath: `/${string}`, schema: S) {
  const common = { access: 'member', summary: `Generic resource ${basePath}.` } as const;
  const one = { path: `${basePath}/{id}`, params: v.object({ id: v.string() }) } as const;
  const body = v.record(v.string(), v.unknown());
  type Data = v.InferOutput<typeof body>;

  const list = endpoint({
    ...common,
    method: 'GET',
    path: basePath,
    query: PageQuerySchema,
    answer: v.object({ data: v.array(schema), meta: PaginationSchema }),
  });
  const get = endpoint({ ...common, ...one, method: 'GET', answer: schema });
  const create = endpoint({ ...common, method: 'POST', path: basePath, body, answer: schema });
  const update = endpoint({ ...common, ...one, method: 'PUT', body, answer: schema });
  const remove = endpoint({ ...common, ...one, method: 'DELETE' });
  const checkUsername = endpoint({
    ...common,
    method: 'GET',
    path: `${basePath}/check-username`,
    query: v.record(v.string(), v.string()),
    answer: v.unknown(),
  });

  return {
    list: (query: { page?: number; limit?: number } = {}, options?: CallOptions) =>
      send<{ data: v.InferOutput<S>[]; meta: Pagination }>(list, { query }, options),
    get: (id: string, options?: CallOptions) =>
      send<v.InferOutput<S>>(get, { params: { id } }, options),
    create: (data: Data, options?: CallOptions) =>
      send<v.InferOutput<S>>(create, { body: data }, options),
    update: (id: string, data: Data, options?: CallOptions) =>
      send<v.InferOutput<S>>(update, { params: { id }, body: data }, options),
    remove: (id: string, options?: CallOptions) =>
      send<undefined>(remove, { params: { id } }, options),
    checkUsername: (params: Record<string, string>, options?: CallOptions) =>
      send<unknown>(checkUsername, { query: params }, options),
  };
}

/** `call` for endpoints whose answer hangs on a type parameter, which the compiler cannot work out. */
const send = call as unknown as <T>(
  endpoint: Endpoint,
  input: object,
  options?: CallOptions,
) => Promise<Result<T>>;
