import { checkPart, checkSlot } from '../arguments.ts';
import type { Command } from '../command.ts';
import { entryReport } from '../reports.ts';
import { entryText, operationText } from '../words.ts';

/** The order of a slot's cards, and which of them are off. */
export const setSlot: Command = {
  name: 'slot set',
  args: ['slot'],
  summary: "Puts the cards of a slot in order and switches some off; the operator's.",
  details: [
    'Always give everything: what is left out is in the order of its release, and on. A card that is switched off is',
    'gone from the next page that is loaded; the screens of its remote go on.',
  ],
  options: {
    first: { type: 'string', multiple: true, value: '<part>', help: 'stands first: offers' },
    off: { type: 'string', multiple: true, value: '<part>', help: 'is not shown: offers' },
  },
  async run(input) {
    const slot = checkSlot(input.args[0]);
    const first = input.texts('first').map((part) => checkPart(part));
    const off = input.texts('off').map((part) => checkPart(part));
    const entry = await input.connect().operate({ type: 'setSlot', slot, first, off });
    return {
      json: { entry: entryReport(entry), slots: entry.state.slots ?? {} },
      lines: [operationText(entry.operation), entryText(entry)],
    };
  },
};
