import { Refused } from '@portal/shared-process/command-line';
/** The portal cannot start for a reason that the user can fix; `message` says which. */
export class StartRefused extends Refused {
  override readonly name = 'StartRefused';
}
