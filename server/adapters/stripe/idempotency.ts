import { createHash } from 'node:crypto'

/**
 * A key for these parameters. Stripe refuses a used key with other parameters for a day, so an account or customer with
 * another email address or country needs another key. Not for calls that move money: those repeat the same parameters.
 */
export function keyWithParameters(key: string, parameters: object): string {
  const digest = createHash('sha256').update(JSON.stringify(parameters)).digest('hex')
  return `${key}:${digest.slice(0, 16)}`
}
