/** Something the developer can mend; told in one sentence, without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
