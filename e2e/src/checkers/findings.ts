/** What a checker objects to at one element of a page. */
export type Finding = {
  readonly rule: string;
  /** What is wrong, and where. */
  readonly text: string;
};

/** Findings of one rule that are switched off, with the reason. */
export type Exception = {
  readonly rule: string;
  /** Only where the text contains this; everywhere without it. */
  readonly where?: string;
  readonly reason: string;
};

/** The findings that no exception covers. */
export function withoutExceptions(
  findings: readonly Finding[],
  exceptions: readonly Exception[],
): Finding[] {
  return findings.filter(
    ({ rule, text }) =>
      !exceptions.some((one) => one.rule === rule && text.includes(one.where ?? '')),
  );
}
