import { ConfigError } from '../command-line.ts';
import { traceSettingsOf } from './settings.ts';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
const read = (variables: Readonly<Record<string, string>>) =>
  traceSettingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT, ...variables }, 'portal-server');

// @proves 16.934
test('nothing is traced without a collector', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = '';
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME: 'members' })).toBeUndefined();
});

test('every request is traced unless the settings say otherwise', () => {
  expect(read({})).toEqual({
    address: 'http://collector:4318/v1/traces',
    headers: {},
    serviceName: 'portal-server',
    ratio: 1,
  });
  expect(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/tenant/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-team=portal',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_SERVICE_NAME: 'members',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toEqual({
    address: 'https://otlp.example/tenant/v1/traces',
    headers: { authorization: 'Bearer a=b', 'x-team': 'portal' },
    serviceName: 'members',
    ratio: 0.25,
  });
});

// @proves 16.935
test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'the address of a collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317', 'the address of a collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:key@collector:4318', 'the address of a collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318?key=x', 'the address of a collector'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization', 'headers such as'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x team=a', 'headers such as'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-team=%ff', 'headers such as'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-team=a%0d%0ab: c', 'headers such as'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'http/protobuf'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'a share of all traces such as 0.1.'],
])('%s is not %s', (name, value, words) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(`Please set ${name} to ${words}`);
});
