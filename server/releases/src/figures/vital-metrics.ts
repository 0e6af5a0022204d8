import { collectFrom } from '@portal/server-platform/metrics/collect';
import { Gauge, type Registry } from 'prom-client';
import type { ReleaseContext } from '../context.ts';
import { readRouteVitals, readVitalChanges } from './release-vitals.ts';

/** The counts are of ten minutes, and reading them is the dearest query of `/metrics`. */
const READ_AGAIN_MS = 5 * 60 * 1000;
/** Milliseconds, and CLS too, are counted in these. */
const THOUSANDTHS = 1000;

type Context = Pick<ReleaseContext, 'config' | 'db' | 'clock'>;

/** Shows how fast pages are for members, read from the database: of the whole portal. */
export function vitalMetrics(context: Context, registry: Registry): void {
  const registers = [registry];
  const ofRoutes = keptFor(context, () => readRouteVitals(context));
  const labelNames = ['part', 'version', 'cohort', 'route', 'visit', 'figure'];
  new Gauge({
    name: 'portal_vitals_p75',
    help: 'Within which three of four views of the last day were: seconds, and CLS without a unit',
    labelNames,
    registers,
    collect: collectFrom(async () =>
      (await ofRoutes()).map(({ views: _, p75, ...labels }) => [labels, p75 / THOUSANDTHS]),
    ),
  });
  new Gauge({
    name: 'portal_vitals_views',
    help: 'How many views of the last day that is known of',
    labelNames,
    registers,
    collect: collectFrom(async () =>
      (await ofRoutes()).map(({ views, p75: _, ...labels }) => [labels, views]),
    ),
  });
  const changes = keptFor(context, () => readVitalChanges(context));
  new Gauge({
    name: 'portal_vitals_change',
    help: 'By which share the p75 of what is live grew since the release before it; absent with less than 200 views of each',
    labelNames: ['part', 'version', 'visit', 'figure'],
    registers,
    collect: collectFrom(async () =>
      (await changes()).map(({ change, ...labels }) => [labels, change]),
    ),
  });
}

/** Reads again after some minutes; a failure is not kept. */
function keptFor<Value>({ clock }: Context, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly at: number } | undefined;
  return () => {
    const at = clock.now().getTime();
    if (!kept || at - kept.at >= READ_AGAIN_MS) {
      const value = read();
      kept = { value, at };
      value.catch(() => {
        kept = undefined;
      });
    }
    return kept.value;
  };
}
