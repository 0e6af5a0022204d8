/** The portal cannot start for a reason that the person who started it can mend; `message` says it. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
