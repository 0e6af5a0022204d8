import type { Command } from '../command.ts';
import { build } from './build.ts';
import { conformance } from './conformance.ts';
import { createRemoteCommand } from './create-remote.ts';
import { dev } from './dev.ts';
import { doctor } from './doctor.ts';
import { gate } from './gate.ts';
import { history } from './history.ts';
import { kit } from './kit.ts';
import { kill, promote, retire, revive, rollback } from './operate.ts';
import { endPreview, preview } from './preview.ts';
import { publish } from './publish.ts';
import { schema } from './schema.ts';
import { status } from './status.ts';
import { sweep } from './sweep.ts';
import { setTeam } from './team.ts';
import { texts } from './texts.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
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
  doctor,
  conformance,
  sweep,
  // Before the one whose name it begins with.
  endPreview,
  preview,
  createRemoteCommand,
  kit,
  schema,
];
