import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';

/** The metrics of this process, in which each part of the server registers its own. */
export const createMetrics = (): Registry => new Registry();

/**
 * Answers `GET /metrics` in the text format of Prometheus. It has a port of its own, which
 * members never reach.
 */
export function metricsHandler(registry: Registry, log: Logger): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (err) => {
        log.warn({ err }, 'metrics failed');
        response.writeHead(503).end();
      },
    );
  };
}
