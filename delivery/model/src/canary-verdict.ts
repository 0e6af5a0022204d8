export type Loads = { readonly loads: number; readonly failures: number };

export type Verdict = {
  readonly rollBack: boolean;
  /** Nothing speaks against more loads of it. */
  readonly mayGrow: boolean;
  readonly reason: string;
};

/** As many networks have to report a failure of the canary, each of which counts for one a day. */
export const LEAST_FAILURES = 20;
const LEAST_PERCENT = 1;
/** Of the stable release's share. */
const LEAST_TIMES = 3;

/**
 * A canary ends by itself when at least 20 loads of it have failed, and its share of failed loads is at least 1 per cent
 * and at least three times that of the stable release. With such a share and fewer failed loads it only grows no more.
 * @param stable loads of the stable release since the canary began
 */
export function judgeCanary(stable: Loads, canary: Loads): Verdict {
  const isWorse =
    canary.failures > 0 &&
    canary.failures * 100 >= canary.loads * LEAST_PERCENT &&
    canary.failures * stable.loads >= canary.loads * stable.failures * LEAST_TIMES;
  const rollBack = isWorse && canary.failures >= LEAST_FAILURES;
  const rates = `${percent(canary)} of ${loads(canary)} of the canary failed, and ${percent(stable)} of ${loads(stable)} of the stable release`;
  const until = isWorse && !rollBack ? `; it ends at ${LEAST_FAILURES} failed loads` : '';
  return { rollBack, mayGrow: !isWorse, reason: `${rates}${until}.` };
}

const percent = ({ loads, failures }: Loads): string =>
  loads === 0 ? '0 %' : `${((failures / loads) * 100).toFixed(1)} %`;
const loads = ({ loads }: Loads): string => `${loads.toLocaleString('en')} loads`;
