/** The portal cannot start for a reason that the user can fix; `message` says which. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
