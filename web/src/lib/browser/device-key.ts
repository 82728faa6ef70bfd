/** Device keys of the browser (WebAuthn). The library is loaded when a key is first wanted. */
type Options = Record<string, unknown>;
type Answer = Record<string, unknown>;

/** The person closed the browser's question, or no key of theirs was there. */
export class DeviceKeyUnused extends Error {}

export const knowsDeviceKeys = (): boolean => typeof window.PublicKeyCredential === 'function';

export async function makeDeviceKey(options: Options): Promise<Answer> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: options as never }).then(asAnswer, refuse);
}

export async function askDeviceKey(options: Options): Promise<Answer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: options as never }).then(asAnswer, refuse);
}

/**
 * Offers the keys of this device among the suggestions of the field with `autocomplete="… webauthn"`, until one is
 * chosen; null where the browser cannot, or where another question took its place.
 */
export async function offerDeviceKeys(options: Options): Promise<Answer | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser');
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  return startAuthentication({ optionsJSON: options as never, useBrowserAutofill: true }).then(
    asAnswer,
    () => null,
  );
}

const asAnswer = (answer: object): Answer => ({ ...answer });

/** Every error of the browser's question ends the same way for the person: the key was not used. */
function refuse(error: unknown): never {
  throw new DeviceKeyUnused('the device key was not used', { cause: error });
}
