import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sha256Base64url } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'

/**
 * An access token is made of the grant's random nonce and the instance's secret: it can be mailed again at any time,
 * and neither the database nor the secret alone opens anything. Only its hash is kept. See docs/decisions.
 */
export function accessToken({ secret }: Pick<Ports, 'secret'>, nonce: string): string {
  return hmac(secret, `access ${nonce}`)
}

export function newGrant(ports: Pick<Ports, 'secret'>): { nonce: string; tokenHash: string } {
  const nonce = randomBytes(32).toString('base64url')
  return { nonce, tokenHash: sha256Base64url(accessToken(ports, nonce)) }
}

export type SignedFileClaims = { orderNumber: number; as: 'attachment' | 'inline'; expires: number }
/** A buyer's purchase, or a creator's test purchase of their own item. */
export type FileOwnerKind = 'purchase' | 'testPurchase'

const signaturePurpose: Record<FileOwnerKind, string> = { purchase: 'file', testPurchase: 'test file' }

/** Signs the address of a file, for one owner and not the other; `expires` is in milliseconds since 1970. */
export function signFileUrl(
  { secret }: Pick<Ports, 'secret'>,
  of: FileOwnerKind,
  { orderNumber, as, expires }: SignedFileClaims,
): string {
  return hmac(secret, `${signaturePurpose[of]} ${orderNumber} ${as} ${expires}`)
}

/**
 * A provider's client secret as it is kept: it opens the purchase it pays for, so the database holds it encrypted
 * (AES-256-GCM, a key made of the instance's secret).
 */
export function encryptClientSecret({ secret }: Pick<Ports, 'secret'>, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(secret), iv)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url')).join('.')
}

/** Undefined for what was sealed with another secret: the provider is asked for it again then. */
export function decryptClientSecret(
  { secret }: Pick<Ports, 'secret'>,
  ciphertext: string | null,
): string | undefined {
  const [iv, tag, text] = (ciphertext ?? '').split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!iv || !tag || !text) return undefined
  try {
    const cipher = createDecipheriv('aes-256-gcm', encryptionKey(secret), iv).setAuthTag(tag)
    return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function encryptionKey(secret: string): Buffer {
  return createHmac('sha256', secret).update('client secrets').digest()
}

/** Compares without telling by its time how much was right. */
export function timingSafeEquals(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(sha256Base64url(expected)), Buffer.from(sha256Base64url(given))]
  return timingSafeEqual(left, right)
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
