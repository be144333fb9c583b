import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hashOf } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'

/**
 * An access token is made of the grant's random nonce and the instance's secret: it can be mailed again at any time,
 * and neither the database nor the secret alone opens anything. Only its hash is kept. See docs/decisions.
 */
export function accessToken({ secret }: Pick<Ports, 'secret'>, nonce: string): string {
  return mac(secret, `access ${nonce}`)
}

export function newGrant(ports: Pick<Ports, 'secret'>): { nonce: string; tokenHash: string } {
  const nonce = randomBytes(32).toString('base64url')
  return { nonce, tokenHash: hashOf(accessToken(ports, nonce)) }
}

type FileAddress = { purchaseId: number; as: 'attachment' | 'inline'; expires: number }

/** Signs the address of a file; `expires` is in milliseconds since 1970. */
export function signFile(
  { secret }: Pick<Ports, 'secret'>,
  { purchaseId, as, expires }: FileAddress,
): string {
  return mac(secret, `file ${purchaseId} ${as} ${expires}`)
}

/** The same of a creator's test purchase: neither signature opens the other's address. */
export function signTrialFile(
  { secret }: Pick<Ports, 'secret'>,
  { purchaseId, as, expires }: FileAddress,
): string {
  return mac(secret, `test file ${purchaseId} ${as} ${expires}`)
}

export function isSigned(ports: Pick<Ports, 'secret'>, address: FileAddress, signature: string): boolean {
  return sameSecret(signFile(ports, address), signature)
}

/**
 * A provider's client secret as it is kept: it opens the purchase it pays for, so the database holds it encrypted
 * (AES-256-GCM, a key made of the instance's secret).
 */
export function seal({ secret }: Pick<Ports, 'secret'>, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

/** Undefined for what was sealed with another secret: the provider is asked for it again then. */
export function unseal({ secret }: Pick<Ports, 'secret'>, sealed: string | null): string | undefined {
  const [iv, tag, text] = (sealed ?? '').split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!iv || !tag || !text) return undefined
  try {
    const cipher = createDecipheriv('aes-256-gcm', sealingKey(secret), iv).setAuthTag(tag)
    return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function sealingKey(secret: string): Buffer {
  return createHmac('sha256', secret).update('client secrets').digest()
}

/** Compares without telling by its time how much was right. */
export function sameSecret(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(hashOf(expected)), Buffer.from(hashOf(given))]
  return timingSafeEqual(left, right)
}

function mac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
