import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** Of one view, in whole milliseconds; `cls` in thousandths. `header`: until the header answers a press. */
export const VITALS = ['lcp', 'inp', 'cls', 'header'] as const;
export type Vital = (typeof VITALS)[number];

/**
 * `first`: scripts of the page came over the network. `repeat`: the browser had them all. `kept`: so was the page, which
 * the service worker keeps.
 */
export const VISITS = ['first', 'repeat', 'kept'] as const;
export type Visit = (typeof VISITS)[number];

/** The page's shell, and the remote of its route. */
const VIEW_REPORTS_MAX = 2;
const BODY_MAX_BYTES = 1024;
/** Ten minutes, and far above any shift: what is more says nothing about a release. */
const VALUE_MAX = 600_000;

const ValueSchema = v.exactOptional(
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(VALUE_MAX)),
);

/** What a browser tells about one view of one release: nothing of the member, no address, no free text. */
const ViewReportSchema = v.strictObject({
  /** A part of the page, `shell` among them. */
  remote: v.pipe(v.string(), v.maxLength(64)),
  version: v.pipe(v.string(), v.maxLength(100)),
  /** The path of the release's row, as `/my-page/passports/:id`; none for the shell around a remote. */
  route: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  visit: v.picklist(VISITS),
  ...v.entriesFromList(VITALS, ValueSchema),
});
export type ViewReport = v.InferOutput<typeof ViewReportSchema>;

export const ViewReportsSchema = v.pipe(
  v.array(ViewReportSchema),
  v.minLength(1),
  v.maxLength(VIEW_REPORTS_MAX),
  v.check(
    (reports) => new Set(reports.map(({ remote }) => remote)).size === reports.length,
    'each part at most once',
  ),
);

/** A call of its own: a server from before it refuses this beacon alone. As text, as `reportStages`. */
export const reportViews = endpoint('POST', '/telemetry/views', {
  access: 'public',
  protection: { none: 'belongs to no member' },
  summary: 'How fast a page was, once, when it is hidden: a JSON list of reports.',
  query: v.object({ page: v.optional(v.pipe(v.string(), v.maxLength(32))) }),
  upload: { types: ['text/plain'], maxBytes: BODY_MAX_BYTES },
});
