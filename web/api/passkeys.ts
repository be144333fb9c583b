/** May this browser make and use passkeys, and read what the server sends about them? */
export function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/** May it offer them inside the e-mail field, before anything is pressed? */
export async function supportsPasskeyAutofill(): Promise<boolean> {
  if (!supportsPasskeys()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

type PasskeyOptions = Record<string, unknown>

/** The browser makes a passkey with its person; undefined when they stopped it. */
export async function createPasskey(options: PasskeyOptions): Promise<unknown> {
  // The server's word is WebAuthn's own JSON; the browser checks it.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return toCredentialJson(navigator.credentials.create({ publicKey }))
}

/** The browser signs with a passkey of its person's choice; undefined when they stopped it. `conditional`: only in the field. */
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

/** A person who closes the browser's sheet has changed their mind: that is no failure. */
async function toCredentialJson(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await asked
    return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined
  } catch (fault) {
    const isCancelledByUser =
      fault instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(fault.name)
    if (isCancelledByUser) return undefined
    throw fault
  }
}
