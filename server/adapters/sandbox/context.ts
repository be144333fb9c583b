import { randomBytes } from 'node:crypto'
import type { Currency } from '../../../contract/money.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { BasicLogger } from '../../ports/index.ts'
import type { FaultInjection } from './faults.ts'

/** What every part of the sandbox needs. */
export type SandboxContext = {
  db: Database
  clock: Clock
  log: BasicLogger
  /** Signs webhooks. */
  secret: string
  currency: Currency
  faultInjection: FaultInjection
}

type Kind = 'pi' | 're' | 'dp' | 'evt' | 'acct' | 'tr' | 'po' | 'cus' | 'sub' | 'in' | 'txn'

/** The sandbox's ids have their own prefix: `pi_sbx_` and 24 hexadecimal digits. */
export function newSandboxId(kind: Kind): string {
  return `${kind}_sbx_${randomBytes(12).toString('hex')}`
}

/** Ids of another form are not looked up. */
export function isSandboxId(kind: Kind, text: string): boolean {
  return new RegExp(`^${kind}_sbx_[0-9a-f]{24}$`).test(text)
}

/** A client secret begins with the payment's id. */
export function newClientSecret(paymentId: string): string {
  return `${paymentId}_secret_${randomBytes(24).toString('base64url')}`
}

type Action = (context: SandboxContext, ...given: Array<never>) => unknown
type Bound<A extends Action> = A extends (context: SandboxContext, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never

/** The functions without their first argument, which is this context. */
export function bindContext<Actions extends Record<string, Action>>(
  context: SandboxContext,
  actions: Actions,
): { [Name in keyof Actions]: Bound<Actions[Name]> } {
  const bound = Object.entries(actions).map(([name, act]) => [
    name,
    (...given: Array<never>) => act(context, ...given),
  ])
  return Object.fromEntries(bound)
}
