/** A brand that the portal cannot have; `message` says what is wrong and what to do. */
export class BrandError extends Error {
  override readonly name = 'BrandError';
}
