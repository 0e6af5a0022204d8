import type { DomainContext } from '@portal/server-platform/database/context';
import type { Act } from '@portal/shared-contract';

/** Who gives or needs a step-up: a member, in one session of one browser. */
export type ProvingSession = {
  readonly memberId: string;
  readonly sessionUid: string;
  /** The thumbprint of the browser's key. */
  readonly keyThumbprint: string;
};

/** What a call asks of the step-ups of its session. */
export type StepUps = {
  /** Until when the act is allowed; undefined without a step-up of it. */
  until(act: Act): Promise<Date | undefined>;
  /** Spends the step-up of an act; undefined without one. Pass the transaction of the act. */
  take(tx: DomainContext, act: Act): Promise<TakenStepUp | undefined>;
};
export type TakenStepUp = { giveBack(): Promise<void> };

/** Where the acts are recorded that a member has confirmed. */
export type RecordedStepUps = {
  /** Until when the recorded step-up of an act holds; undefined without one. */
  until(context: DomainContext, session: ProvingSession, act: Act): Promise<Date | undefined>;
  /** Spends the recorded step-up of an act: of two calls at once only one has it. */
  take(context: DomainContext, session: ProvingSession, act: Act): Promise<TakenStepUp | undefined>;
};
