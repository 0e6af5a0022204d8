export type PhoneNumbers = typeof import('./phone-numbers.ts');

let loading: Promise<PhoneNumbers> | undefined;
let loaded: PhoneNumbers | undefined;

/** The knowledge of telephone numbers; fetched once, and again after a failure. */
export function loadPhoneNumbers(): Promise<PhoneNumbers> {
  loading ??= import(/* webpackChunkName: "phone-numbers" */ './phone-numbers.ts').then(
    (module) => {
      loaded = module;
      return module;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The same where it has arrived already. */
export const phoneNumbersAtHand = (): PhoneNumbers | undefined => loaded;
