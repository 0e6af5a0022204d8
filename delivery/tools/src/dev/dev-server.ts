import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DeliveredPackage } from '@portal/delivery-builder/workspace/packages';
import { SILENT_CHECK_SCRIPT } from '@portal/shared-auth/silent-check-page';
import type { Compiler } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import type { DevAddresses } from './addresses.ts';
import { framePage } from './page.ts';

/** Serves the frame on every path, the API under `/api`, and the page of the silent login check. */
export function devServer(
  compiler: Compiler,
  remote: DeliveredPackage,
  addresses: DevAddresses,
): WebpackDevServer {
  const pages: Record<string, string> = {
    '/silent-check.html': `<!doctype html><title>…</title><script>${SILENT_CHECK_SCRIPT}</script>`,
  };
  return new WebpackDevServer(
    {
      host: 'localhost',
      port: addresses.port,
      hot: true,
      // Reload the page only when a change cannot be refreshed in place.
      liveReload: false,
      static: false,
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false }, logging: 'warn' },
      setupExitSignals: false,
      proxy: [
        { context: ['/api'], target: addresses.api, pathRewrite: { '^/api': '' }, xfwd: true },
      ],
      setupMiddlewares(middlewares) {
        middlewares.push({
          name: 'frame',
          middleware(request: IncomingMessage, response: ServerResponse, next: () => void) {
            const path = new URL(request.url ?? '/', addresses.portal).pathname;
            const html =
              request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '');
            const asked = pages[path] ?? (html ? framePage(remote, addresses) : undefined);
            if (asked === undefined) return next();
            response.setHeader('content-type', 'text/html; charset=utf-8');
            response.setHeader('cache-control', 'no-store');
            response.end(asked);
          },
        });
        return middlewares;
      },
    },
    compiler,
  );
}
