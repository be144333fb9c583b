import { createHmac } from 'node:crypto'
import { and, inArray, isNotNull, type SQL } from 'drizzle-orm'
import { readNamedEmail } from '../../../../contract/bank-accounts.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { users } from '../../../db/schema/index.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import type { Ports } from '../../../ports/index.ts'
import { raiseAlert } from '../../telling/alerts/service.ts'
import { decryptPayoutDetails } from '../accounts/payout-details.ts'
import { requireSignUpAllowed } from './policy.ts'

type UserRow = typeof users.$inferSelect

/**
 * What a row keeps of an account that is deleted with a negative balance: keyed hashes, by which the person is recognized
 * who comes back. Alerts the operator. The caller holds the creator's lock.
 */
export async function keepDebt(
  tx: Tx,
  ports: Ports,
  { id, email, payoutEmail }: UserRow,
  balance: number,
): Promise<Partial<UserRow>> {
  const amount = formatMoney(-balance, ports.config.currency)
  const message = `The account ${id} was deleted while it owed ${amount}. Signing up with the same email address opens it again, with this balance.`
  await raiseAlert(tx, ports, { kind: 'account-debt', target: `user/${id}`, message })
  const [emailHash = null] = hashesOf(ports, email)
  const details = payoutEmail === null ? undefined : readDetails(ports, id, payoutEmail)
  const [payoutHash = null] = details === undefined ? [] : hashesOf(ports, comparable(details))
  const isTaken = (await findDebtor(tx, inArray(users.debtEmailHash, hashesOf(ports, email)))) !== undefined
  return { debtEmailHash: isTaken ? null : emailHash, debtPayoutHash: payoutHash }
}

/** Opens the account again that was deleted with a debt, for its proved email address. Returns whether there was one. */
export async function reopenDebtor(ports: Ports, email: string): Promise<boolean> {
  const isDebtor = inArray(users.debtEmailHash, hashesOf(ports, email))
  if (!(await findDebtor(ports.db, isDebtor))) return false
  await requireSignUpAllowed(ports, { email })
  const rows = await ports.db
    .update(users)
    .set({
      email,
      emailVerified: true,
      firstName: null,
      deletedAt: null,
      debtEmailHash: null,
      debtPayoutHash: null,
      updatedAt: ports.clock.now(),
    })
    .where(and(isNotNull(users.deletedAt), isDebtor))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Alerts the operator of a new account with the email address of one that was deleted with a debt. */
export async function alertOfDebtorsEmail(ports: Ports, email: string): Promise<void> {
  const debtor = await findDebtor(ports.db, inArray(users.debtEmailHash, hashesOf(ports, email)))
  if (!debtor) return
  const message = `Someone signed up with the email address of the account ${debtor.id}, which was deleted while it owed money.`
  await ports.db.transaction((tx) =>
    raiseAlert(tx, ports, { kind: 'account-debt', target: `sign-up/${debtor.id}`, message }),
  )
}

/** Alerts the operator when a creator is to be paid to where a creator was paid who left a debt. */
export async function alertOfDebtorsDetails(
  tx: Tx,
  ports: Ports,
  { creatorId, details }: { creatorId: string; details: string },
): Promise<void> {
  const debtor = await findDebtor(tx, inArray(users.debtPayoutHash, hashesOf(ports, comparable(details))))
  if (!debtor) return
  const message = `Creator ${creatorId} has the payout details of the account ${debtor.id}, which was deleted while it owed money. Decide whether it is the same person.`
  await raiseAlert(tx, ports, { kind: 'account-debt', target: `user/${creatorId}`, message })
}

/** Undefined when they can't be read. That must not keep anyone from deleting their account. */
function readDetails(ports: Ports, id: string, stored: string): string | undefined {
  try {
    return decryptPayoutDetails(ports, id, stored)
  } catch (error) {
    ports.log.error({ err: error, userId: id }, 'payout details of a deleted account could not be read')
    return undefined
  }
}

async function findDebtor(db: Db, condition: SQL): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deletedAt), condition))
    .limit(1)
  return row
}

/** Details without what earlier versions did not ask for, so that the same account is recognized. */
function comparable(details: string): string {
  return readNamedEmail(details)?.email ?? details.replace(/, type [a-z]+(?=, account )/, '')
}

/** With the newest secret first, then with those that are still accepted. */
function hashesOf(ports: Ports, value: string): Array<string> {
  const text = `debt ${value.trim().toLowerCase()}`
  return acceptedSecrets(ports).map((secret) => createHmac('sha256', secret).update(text).digest('base64url'))
}
