/** Where a code goes. */
export type CodeTarget = {
  /** The e-mail address or E.164 number to which it goes. */
  readonly address: string;
  /** Whether the member has confirmed it; false where nobody is signed in. */
  readonly confirmed: boolean;
} & (
  | { readonly channel: 'email' }
  | {
      readonly channel: 'sms';
      /** The country of the number, ISO 3166-1 alpha-2. */
      readonly country: string;
    }
);
