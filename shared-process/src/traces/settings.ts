import * as v from 'valibot';
import { type Variables, withSecretFiles } from '../data-folder.ts';
import { type Read, readEnvironment, urlOf } from '../setting-values.ts';

/** Where traces go, and of how many requests. */
export type TraceSettings = {
  /** Where spans are posted: `http://collector:4318/v1/traces`. */
  readonly address: string;
  /** Headers of these posts, such as a key of the collector. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of traces that begin here and are kept, from 0 to 1; those of a caller are kept as the caller says. */
  readonly ratio: number;
};

const COLLECTOR_EXAMPLE = 'the address of a collector such as http://collector:4318';
const HEADERS_EXAMPLE = 'headers such as authorization=Bearer%20key,x-team=portal';
const RATIO_EXAMPLE = 'a share of all traces such as 0.1';

const collector = v.pipe(
  urlOf(['http:', 'https:'], COLLECTOR_EXAMPLE),
  v.check((value) => {
    const { hostname, username, password, search, hash } = new URL(value);
    // A password belongs into OTEL_EXPORTER_OTLP_HEADERS, which a file can hold.
    return hostname !== '' && `${username}${password}${search}${hash}` === '';
  }, COLLECTOR_EXAMPLE),
);

/** In the form of OpenTelemetry: percent-encoded values, parted by commas. Undefined for anything else. */
function headersIn(list: string): Record<string, string> | undefined {
  try {
    const pairs = list.split(',').map((pair): [string, string] => {
      const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(pair.trim()) ?? [];
      return [name, decodeURIComponent(value)];
    });
    return Object.fromEntries(new Headers(pairs));
  } catch {
    return undefined;
  }
}

/** The settings of traces, by the names that OpenTelemetry gives them. */
export const TRACE_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(collector),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(
    v.pipe(
      v.string(),
      v.transform(headersIn),
      v.check((headers) => headers !== undefined, HEADERS_EXAMPLE),
      v.transform((headers) => headers as Record<string, string>),
    ),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(
    v.picklist(['http/protobuf'], 'http/protobuf, which is all that the portal speaks'),
  ),
  OTEL_SERVICE_NAME: v.optional(v.string()),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, RATIO_EXAMPLE),
      v.transform(Number),
    ),
  ),
};

/** Those that a file can hold. */
export const TRACE_SECRETS = ['OTEL_EXPORTER_OTLP_HEADERS'] as const;

/**
 * The settings of traces; undefined without a collector, and then nothing is traced.
 * @param serviceName what the process is called unless OTEL_SERVICE_NAME says otherwise
 */
export function readTraceSettings(
  env: Read<typeof TRACE_VARIABLES>,
  serviceName: string,
): TraceSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  return endpoint === undefined
    ? undefined
    : {
        address: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
        headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        serviceName: env.OTEL_SERVICE_NAME ?? serviceName,
        ratio: env.OTEL_TRACES_SAMPLER_ARG ?? 1,
      };
}

/**
 * The settings of traces, for a process that has no others.
 * @throws ConfigError with one sentence that names the variable and the expected value
 */
export const traceSettingsOf = (
  variables: Variables,
  serviceName: string,
): TraceSettings | undefined =>
  readTraceSettings(
    readEnvironment(v.object(TRACE_VARIABLES), withSecretFiles(variables, TRACE_SECRETS)),
    serviceName,
  );
