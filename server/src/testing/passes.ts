import { actAtCounter, type CounterAct } from '../domain/passes/counter.ts';
import { seedPasses } from '../seed/passes.ts';
import type { TestServer } from './index.ts';

/** The demo member's passes for another one: in use, to be paid, and an old one. Once per server. */
export const givePasses = ({ context }: TestServer, memberId: string): Promise<void> =>
  seedPasses(context, memberId);

/** What the operator's staff do with a pass at the counter. */
export const atCounter = ({ context }: TestServer, passId: string, act: CounterAct) =>
  actAtCounter(context, passId, act);
