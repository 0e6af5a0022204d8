import { Refused } from '@portal/shared-process/command-line';
/** A brand that the portal cannot have; `message` says what is wrong and what to do. */
export class BrandError extends Refused {
  override readonly name = 'BrandError';
}
