/** An error that the developer can fix. Its message is printed without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
