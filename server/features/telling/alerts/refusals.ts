import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../../../domain/errors.ts'
import { users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { ProviderRefusedError } from '../../../ports/payment-provider.ts'
import { hasOpenAlert, raiseOrUpdateAlert, resolveAlerts } from './service.ts'

const kind = 'provider-refused'

/** Whose request it is, and what was asked for, as the beginning of a sentence: `A bank account`. */
type Asked = { userId: string; what: string }

/**
 * Makes a call to the provider for a creator. A refusal is counted, so that the next attempt has another idempotency key, and
 * raises an alert with the provider's code. The next call that succeeds resolves the alert. The error is rethrown.
 */
export async function countRefusals<Result>(
  ports: Ports,
  { userId, what }: Asked,
  call: () => Promise<Result>,
): Promise<Result> {
  const { db } = ports
  const target = `creator/${userId}`
  try {
    const result = await call()
    if (await hasOpenAlert(db, { kind, target }))
      await db.transaction((tx) => resolveAlerts(tx, ports, { kinds: [kind], target }))
    return result
  } catch (error) {
    if (error instanceof ProviderRefusedError) {
      const message = `${what}: ${error.code}. ${error.message}`
      await db.transaction(async (tx) => {
        const counted = { providerRefusals: sql`${users.providerRefusals} + 1` }
        await tx.update(users).set(counted).where(eq(users.id, userId))
        await raiseOrUpdateAlert(tx, ports, { kind, target, message })
      })
    }
    throw error
  }
}

/** The idempotency key of the next attempt: a new one after each refusal, because the provider repeats a stored response. */
export function attemptKey(key: string, { providerRefusals }: { providerRefusals: number }): string {
  return providerRefusals === 0 ? key : `${key}:attempt-${providerRefusals + 1}`
}

/** For `catch`: turns a refusal into an AppError `conflict` with the caller's message. */
export function rejectWhenRefused(message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ProviderRefusedError) throw new AppError('conflict', message)
    throw error
  }
}
