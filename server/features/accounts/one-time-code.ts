import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { limits } from '../../../contract/limits.ts'
import type { Ports } from '../../ports/index.ts'

type WithSecret = Pick<Ports, 'secret'>

/** Six random digits. */
export function randomCode(): string {
  return String(randomInt(10 ** limits.signInCodeLength)).padStart(limits.signInCodeLength, '0')
}

/** Keyed with the instance's secret: a plain hash of six digits could be reversed by trying all of them. */
export function hashCode({ secret }: WithSecret, purpose: 'sign-in' | 'email-change', code: string): string {
  return createHmac('sha256', secret).update(`${purpose} ${code}`).digest('base64url')
}

export function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

/** For the outbox, which needs the digits until the email is sent. */
export function encryptCode(ports: WithSecret, code: string): Promise<string> {
  return symmetricEncrypt({ key: encryptionKey(ports), data: code })
}

/** Undefined when it was encrypted with another secret. */
export function decryptCode(ports: WithSecret, encrypted: string): Promise<string | undefined> {
  return symmetricDecrypt({ key: encryptionKey(ports), data: encrypted }).catch(() => undefined)
}

/** A separate key, so that the two uses of the secret cannot affect each other. */
function encryptionKey({ secret }: WithSecret): string {
  return createHmac('sha256', secret).update('encryption of one-time codes').digest('base64url')
}
