import { randomBytes } from 'node:crypto'
import type { Ports } from '../../../ports/index.ts'
import { webhookSecretOwner } from '../../money/payout-methods/encrypt-details.ts'
import { decryptPayoutDetails, encryptPayoutDetails } from '../../people/accounts/payout-details.ts'
import type { EndpointRow } from './repository.ts'

const secretBytes = 32

/** As Standard Webhooks write it. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}

export function encryptSecret(ports: Pick<Ports, 'payoutKeys'>, creatorId: string, secret: string): string {
  return encryptPayoutDetails(ports, webhookSecretOwner(creatorId), secret)
}

/** The secret in clear. Throws UnreadablePayoutDetailsError without the key that encrypted it. */
export function readSecret(
  ports: Pick<Ports, 'payoutKeys'>,
  { creatorId }: Pick<EndpointRow, 'creatorId'>,
  stored: string,
): string {
  return decryptPayoutDetails(ports, webhookSecretOwner(creatorId), stored)
}

/** The secrets that sign now: the newest, and for a day after it was replaced the one before. */
export function secretsOf(ports: Pick<Ports, 'payoutKeys' | 'clock'>, endpoint: EndpointRow): Array<string> {
  const { secretEncrypted, previousSecretEncrypted, previousUntil } = endpoint
  const newest = readSecret(ports, endpoint, secretEncrypted)
  const isPreviousUsed = previousUntil !== null && previousUntil > ports.clock.now()
  if (!isPreviousUsed || previousSecretEncrypted === null) return [newest]
  return [newest, readSecret(ports, endpoint, previousSecretEncrypted)]
}
