/** Whether this browser can create and use passkeys and parse the server's JSON options. */
export function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/** Whether this browser can offer passkeys in the email field's autofill. */
export async function supportsPasskeyAutofill(): Promise<boolean> {
  if (!supportsPasskeys()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

type PasskeyOptions = Record<string, unknown>

/** Asks the browser to create a passkey. Returns undefined when the person canceled. */
export async function createPasskey(options: PasskeyOptions): Promise<unknown> {
  // The server's options are WebAuthn JSON; the browser validates them.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return toCredentialJson(navigator.credentials.create({ publicKey }))
}

/**
 * Asks the browser to sign with a passkey. Returns undefined when the person canceled. `conditional`: only as
 * autofill in the field.
 */
export async function getPasskey(
  options: PasskeyOptions,
  { conditional = false, signal }: { conditional?: boolean; signal?: AbortSignal } = {},
): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const mediation = conditional ? 'conditional' : 'optional'
  return toCredentialJson(navigator.credentials.get({ publicKey, mediation, signal }))
}

/** Closing the browser's dialog is a choice of the person, so it returns undefined instead of throwing. */
async function toCredentialJson(request: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await request
    return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined
  } catch (error) {
    const isCanceledByUser =
      error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)
    if (isCanceledByUser) return undefined
    throw error
  }
}
