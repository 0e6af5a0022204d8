export type PhoneNumbers = typeof import('./phone-numbers.ts');

let loading: Promise<PhoneNumbers> | undefined;
let loaded: PhoneNumbers | undefined;

/** Loads the phone number metadata once, and again after a failure. */
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

export const loadedPhoneNumbers = (): PhoneNumbers | undefined => loaded;
