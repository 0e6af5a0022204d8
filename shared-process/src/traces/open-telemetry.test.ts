import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTelemetry } from './open-telemetry.ts';
import type { Tracing } from './tracing.ts';

// @proves 16.933
test('a collector that hangs holds up no work and no end of the process, and what is lost is counted', async () => {
  const collector = createServer(() => {});
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const lost = { sent: 0, dropped: 0 };
  const tracing = openTelemetry(
    {
      address: `http://127.0.0.1:${port}/v1/traces`,
      headers: {},
      serviceName: 'portal-test',
      ratio: 1,
    },
    {
      own: [],
      onSpans: (outcome, count) => {
        lost[outcome] += count;
      },
    },
  ) as Tracing;
  while (lost.dropped === 0) await tracing.job('work', async () => undefined);
  await tracing.close();
  expect(lost.sent).toBe(0);
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});
