import { call, type Result } from '@portal/shared-api';
import { addPasskey, beginPasskey, type Passkey } from '@portal/shared-contract';

/**
 * Creates a passkey on this device and adds it to the account. The browser's own dialog opens between
 * the two calls; cancelling it is no error, and the answer is then undefined.
 * @param fallbackName its name where the browser does not report its platform
 */
export async function createPasskey(fallbackName: string): Promise<Result<Passkey | undefined>> {
  const options = await call(beginPasskey, {}, { purpose: 'form' });
  if (!options.ok) return options;
  const { startRegistration } = await import('@simplewebauthn/browser');
  // The DOM's type for these options is wider than the library's, which also made them on the
  // server.
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const optionsJSON = options.data.data as unknown as Options;
  const made = await startRegistration({ optionsJSON }).catch(() => undefined);
  if (!made) return { ok: true, data: undefined, status: 200 };
  const { clientExtensionResults, response, ...rest } = made;
  const body = {
    name: nameOfThisDevice() ?? fallbackName,
    response: {
      ...rest,
      response: { ...response },
      clientExtensionResults: { ...clientExtensionResults },
    },
  };
  const kept = await call(addPasskey, { body }, { purpose: 'form' });
  return kept.ok ? { ...kept, data: kept.data.data } : kept;
}

/** The platform that the browser reports, as a default name that the member may change. */
function nameOfThisDevice(): string | undefined {
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } };
  return userAgentData?.platform || undefined;
}
