import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** Of one beacon. A page has few parts, and each tells a stage once. */
export const STAGE_REPORTS_MAX = 20;
const BODY_MAX_BYTES = 4096;
/** A page that was suspended can report any time; what is longer says nothing about a release. */
const MILLISECONDS_MAX = 10 * 60 * 1000;

/** `unreachable`: no files came. `broken`: it did not start. `screen`: a screen threw. `frozen`: it never ended. */
export const FAILURE_CODES = ['unreachable', 'broken', 'screen', 'frozen'] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

const releaseOfReport = {
  /** A part of the page, `shell` among them. */
  remote: v.pipe(v.string(), v.maxLength(64)),
  version: v.pipe(v.string(), v.maxLength(100)),
  /** For a release in place of one that failed; whether others are stable or a canary the server knows. */
  cohort: v.optional(v.literal('fallback')),
};

/** What a browser tells about a part of its page: nothing of the member, no address, no free text. */
const StageReportSchema = v.variant('stage', [
  v.strictObject({
    ...releaseOfReport,
    /** Its files came; its code ran; its first screen was drawn. */
    stage: v.picklist(['loaded', 'started', 'shown']),
    /** Since the page, or for a later part its loading, began. */
    milliseconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MILLISECONDS_MAX)),
  }),
  v.strictObject({
    ...releaseOfReport,
    stage: v.literal('failed'),
    code: v.picklist(FAILURE_CODES),
  }),
  // The browser is too old for the shell: no failure of the release.
  v.strictObject({ ...releaseOfReport, stage: v.literal('too-old') }),
]);
export type StageReport = v.InferOutput<typeof StageReportSchema>;

export const StageReportsSchema = v.pipe(
  v.array(StageReportSchema),
  v.minLength(1),
  v.maxLength(STAGE_REPORTS_MAX),
);

/** As text, which `navigator.sendBeacon` sends without asking the server first. */
export const reportStages = endpoint('POST', '/telemetry', {
  access: 'public',
  protection: { none: 'belongs to no member' },
  summary: 'How far the parts of a page came: a JSON list of reports.',
  upload: { types: ['text/plain'], maxBytes: BODY_MAX_BYTES },
});

export const listCanaries = endpoint('GET', '/releases/canaries', {
  access: 'team',
  summary: 'What is known of each canary.',
  answer: v.object({
    data: v.object({
      canaries: v.array(
        v.object({
          part: v.string(),
          version: v.string(),
          verdict: v.string(),
        }),
      ),
    }),
  }),
});
