import { unlinkLine } from '@portal/shared-contract';
import * as line from '../../../domain/account/line.ts';
import { actorOf, answerUser } from '../../actor.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';

export function mountLine(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, unlinkLine, async (_request, call) =>
    answerUser(await line.unlinkLine(context, actorOf(call))),
  );
}
