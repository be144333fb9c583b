import { createHmac, randomInt } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { limits } from '../../../../contract/limits.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { timingSafeEquals } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'

type WithSecret = Pick<Ports, 'secret'>
type WithSecrets = Pick<Ports, 'secret' | 'config'>
type Purpose = 'sign-in' | 'email-change'

export function randomCode(): string {
  return String(randomInt(10 ** limits.signInCodeLength)).padStart(limits.signInCodeLength, '0')
}

/** Keyed with the instance's secret: a plain hash of six digits could be reversed by trying all of them. */
export function hashCode({ secret }: WithSecret, purpose: Purpose, code: string): string {
  return createHmac('sha256', secret).update(`${purpose} ${code}`).digest('base64url')
}

export function hashesOfCode(ports: WithSecrets, purpose: Purpose, code: string): Array<string> {
  return acceptedSecrets(ports).map((secret) => hashCode({ secret }, purpose, code))
}

/** Whether a stored hash is that of the code. Compares in constant time. */
export function isCodeOfHash(ports: WithSecrets, purpose: Purpose, code: string, hash: string): boolean {
  return hashesOfCode(ports, purpose, code).some((one) => timingSafeEquals(one, hash))
}

/** For the delivery, which needs the digits until the email is sent. */
export function encryptCode(ports: WithSecret, code: string): Promise<string> {
  return symmetricEncrypt({ key: encryptionKey(ports), data: code })
}

/** Undefined when it was encrypted with a secret that is not accepted any more. */
export async function decryptCode(ports: WithSecrets, encrypted: string): Promise<string | undefined> {
  for (const secret of acceptedSecrets(ports)) {
    const key = encryptionKey({ secret })
    const code = await symmetricDecrypt({ key, data: encrypted }).catch(() => undefined)
    if (code !== undefined) return code
  }
  return undefined
}

/** A separate key, so that the two uses of the secret cannot affect each other. */
function encryptionKey({ secret }: WithSecret): string {
  return createHmac('sha256', secret).update('encryption of one-time codes').digest('base64url')
}
