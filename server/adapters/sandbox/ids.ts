import { randomBytes } from 'node:crypto'

type Kind = 'pi' | 're' | 'dp' | 'evt' | 'acct' | 'tr' | 'cus' | 'sub' | 'in'

/** Ids of the sandbox can be told from any other's: `pi_sbx_` and 24 hexadecimal digits. */
export function newSandboxId(kind: Kind): string {
  return `${kind}_sbx_${randomBytes(12).toString('hex')}`
}

/** What cannot be an id of ours is not even looked for. */
export function isSandboxId(kind: Kind, text: string): boolean {
  return new RegExp(`^${kind}_sbx_[0-9a-f]{24}$`).test(text)
}

/** Proves to whom a payment's form belongs; the id stands in front. */
export function newClientSecret(paymentId: string): string {
  return `${paymentId}_secret_${randomBytes(24).toString('base64url')}`
}
