import { createHmac, timingSafeEqual } from 'node:crypto'
import { InvalidSignatureError } from '../../ports/payment-provider.ts'

export const signatureHeader = 'sandbox-signature'
const toleranceSeconds = 300

/** `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export function sign(secret: string, body: string | Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${computeSignature(secret, seconds, body).toString('hex')}`
}

/** Throws InvalidSignatureError unless the header signs these bytes within five minutes of now. */
export function verifySignature(secret: string, body: Buffer, header: unknown, now: Date): void {
  const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : undefined
  if (!match) throw new InvalidSignatureError('The signature is missing or has an unknown format')

  const seconds = Number(match[1])
  const given = Buffer.from(String(match[2]), 'hex')
  if (!timingSafeEqual(given, computeSignature(secret, seconds, body)))
    throw new InvalidSignatureError('The signature does not match')
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds)
    throw new InvalidSignatureError('The signature is too old')
}

function computeSignature(secret: string, seconds: number, body: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
}
