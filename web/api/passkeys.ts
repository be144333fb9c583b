/** May this browser make and use passkeys, and read what the server sends about them? */
export function knowsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/** May it offer them inside the e-mail field, before anything is pressed? */
export async function offersPasskeys(): Promise<boolean> {
  if (!knowsPasskeys()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

type Options = Record<string, unknown>

/** The browser makes a passkey with its person; undefined when they stopped it. */
export async function makePasskey(options: Options): Promise<unknown> {
  // The server's word is WebAuthn's own JSON; the browser checks it.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return answered(navigator.credentials.create({ publicKey }))
}

/** The browser signs with a passkey of its person's choice; undefined when they stopped it. `quietly`: only in the field. */
export async function askPasskey(
  options: Options,
  { quietly = false, signal }: { quietly?: boolean; signal?: AbortSignal } = {},
): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const mediation = quietly ? 'conditional' : 'optional'
  return answered(navigator.credentials.get({ publicKey, mediation, signal }))
}

/** A person who closes the browser's sheet has changed their mind: that is no failure. */
async function answered(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await asked
    return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined
  } catch (fault) {
    const isStopped = fault instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(fault.name)
    if (isStopped) return undefined
    throw fault
  }
}
