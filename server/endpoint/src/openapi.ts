import * as contract from '@portal/shared-contract';
import { type Endpoint, ERROR_STATUS, type ErrorCode, type Schema } from '@portal/shared-contract';
import { toJsonSchema } from '@valibot/to-json-schema';

const COMMON_ERRORS: readonly ErrorCode[] = ['too_many_attempts', 'server.error'];

/** Every call of the contract, in order of declaration. */
export function contractEndpoints(): readonly Endpoint[] {
  const exported: unknown[] = Object.values(contract);
  return exported.filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  );
}

export function openApiDocument(apiOrigin: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of contractEndpoints()) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, {
      [endpoint.method.toLowerCase()]: operation(endpoint),
    });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Member portal API', version: '1.0.0' },
    servers: [{ url: apiOrigin }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        // A signature of this one request by a team's key.
        team: { type: 'http', scheme: 'bearer', bearerFormat: 'JWS' },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

function operation(endpoint: Endpoint): Record<string, unknown> {
  return {
    summary: endpoint.summary,
    ...(endpoint.access !== 'public' && {
      security: [{ [endpoint.access === 'team' ? 'team' : 'bearer']: [] }],
    }),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: endpoint.body.type !== 'optional',
        content: json(schemaOf(endpoint.body, 'input')),
      },
    }),
    ...(endpoint.upload && { requestBody: { required: true, content: fileOf(endpoint.upload) } }),
    responses: {
      ...(endpoint.answer
        ? { 200: { description: 'Done.', content: answerOf(endpoint.answer) } }
        : { 204: { description: 'Done.' } }),
      ...errorResponses(endpoint),
    },
  };
}

function parameters(place: 'path' | 'query', schema: Schema | undefined): unknown[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function errorResponses(endpoint: Endpoint): Record<string, unknown> {
  const codes = new Set<ErrorCode>([...(endpoint.errors ?? []), ...COMMON_ERRORS]);
  if (endpoint.access === 'member') {
    codes.add('auth.unauthorized');
    if (!endpoint.beforeTerms) codes.add('user.terms_outdated');
  }
  if (endpoint.access === 'team') codes.add('auth.unauthorized').add('request.invalid');
  if (endpoint.params ?? endpoint.query ?? endpoint.body ?? endpoint.upload)
    codes.add('request.invalid');
  if (endpoint.params) codes.add('request.not_found');
  if (endpoint.body ?? endpoint.upload) codes.add('request.too_large');

  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.map((code) => `\`${code}\``).join(', '),
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    error_descriptions: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    request_id: { type: 'string' },
  },
};

const fileOf = ({ types }: NonNullable<Endpoint['upload']>) =>
  Object.fromEntries(types.map((type) => [type, {}]));

/** A schema that is a file says so in its type; what a file holds is no JSON. */
const answerOf = (answer: Schema) =>
  answer.type === 'file' ? { 'application/zip': {} } : json(schemaOf(answer, 'output'));

const json = (schema: unknown) => ({ 'application/json': { schema } });

function schemaOf(schema: Schema, typeMode: 'input' | 'output'): Record<string, unknown> {
  // Custom checks and transforms cannot be expressed in JSON Schema; they are left out of the document.
  const { $schema, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
  return rest as Record<string, unknown>;
}
