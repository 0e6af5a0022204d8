import type { Command } from '../command.ts';
import { build } from './build.ts';
import { dev } from './dev.ts';
import { gate } from './gate.ts';
import { history } from './history.ts';
import { kit } from './kit.ts';
import { newRemote } from './new.ts';
import {
  endPreview,
  kill,
  preview,
  promote,
  retire,
  revive,
  rollback,
  setTeam,
} from './operate.ts';
import { publish } from './publish.ts';
import { status } from './status.ts';
import { sweep } from './sweep.ts';
import { texts } from './texts.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  newRemote,
  build,
  dev,
  texts,
  publish,
  gate,
  promote,
  rollback,
  kill,
  revive,
  retire,
  status,
  history,
  setTeam,
  sweep,
  // Before the one whose name it begins with.
  endPreview,
  preview,
  kit,
];
