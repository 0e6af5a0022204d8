import type { EnvironmentState, SlotRule } from '../state.ts';

/** The operator's rules of all slots after an operation; undefined if they say this already. */
export function slotsWith(
  { slots = {} }: Pick<EnvironmentState, 'slots'>,
  { slot, first, off }: { readonly slot: string } & SlotRule,
): EnvironmentState['slots'] {
  const rule: SlotRule = { first, off };
  if (JSON.stringify(slots[slot] ?? NO_RULE) === JSON.stringify(rule)) return undefined;
  return { ...slots, [slot]: rule };
}

const NO_RULE: SlotRule = { first: [], off: [] };
