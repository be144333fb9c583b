import { and, asc, eq, gt, isNotNull, ne, notLike, type SQL } from 'drizzle-orm'
import { maskDestination } from '../../../contract/payout-destination.ts'
import { payouts, users } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import {
  decryptPayoutDetails,
  encryptPayoutDetails,
  newestPrefix,
  PayoutKeyMissingError,
} from '../accounts/payout-details.ts'
import { raiseAlert, resolveAlerts } from '../alerts/service.ts'

const batchSize = 200
const alertTarget = 'payout details'

/** A row with details that are in clear or encrypted with an older key. `replace` fails silently when they changed. */
type OutdatedRow<Id> = { id: Id; creatorId: string; stored: string }
type Source<Id> = {
  first: Id
  select(
    ports: Ports,
    after: Id,
    isOutdated: (stored: typeof payouts.destination | typeof users.payoutEmail) => SQL | undefined,
  ): Promise<Array<OutdatedRow<Id>>>
  replace(ports: Ports, row: OutdatedRow<Id>, value: { details: string; mask: string }): Promise<unknown>
}

const accounts: Source<string> = {
  first: '',
  async select({ db }, after, isOutdated) {
    const rows = await db
      .select({ id: users.id, creatorId: users.id, stored: users.payoutEmail })
      .from(users)
      .where(and(isNotNull(users.payoutEmail), gt(users.id, after), isOutdated(users.payoutEmail)))
      .orderBy(asc(users.id))
      .limit(batchSize)
    return rows.map((row) => ({ ...row, stored: row.stored ?? '' }))
  },
  replace: ({ db }, { id, stored }, { details, mask }) =>
    db
      .update(users)
      .set({ payoutEmail: details, payoutMask: mask })
      .where(and(eq(users.id, id), eq(users.payoutEmail, stored))),
}

const payoutRows: Source<number> = {
  first: 0,
  select: ({ db }, after, isOutdated) =>
    db
      .select({ id: payouts.id, creatorId: payouts.creatorId, stored: payouts.destination })
      .from(payouts)
      .where(and(ne(payouts.method, 'transfer'), gt(payouts.id, after), isOutdated(payouts.destination)))
      .orderBy(asc(payouts.id))
      .limit(batchSize),
  replace: ({ db }, { id, stored }, { details, mask }) =>
    db
      .update(payouts)
      .set({ destination: details, destinationMask: mask })
      .where(and(eq(payouts.id, id), eq(payouts.destination, stored))),
}

/**
 * Encrypts with the newest key what a previous version stored in clear and what an older key encrypted. Safe to stop,
 * to repeat and to run in several processes: a row is replaced only while it has the value that was read. Raises an
 * alert while a key is missing. Returns how many rows it replaced.
 */
export async function encryptStoredDetails(ports: Ports, signal?: AbortSignal): Promise<number> {
  const missingKeys = new Set<string>()
  const count =
    (await encryptRows(ports, accounts, { missingKeys, signal })) +
    (await encryptRows(ports, payoutRows, { missingKeys, signal }))
  if (count > 0) ports.log.info({ rows: count }, 'encrypted payout details')
  await ports.db.transaction(async (tx) => {
    if (missingKeys.size === 0)
      return resolveAlerts(tx, ports, { kinds: ['payout-key-missing'], target: alertTarget })
    const names = [...missingKeys].toSorted().join(', ')
    const message = `Payout details are encrypted with a key that is missing: ${names}. Add it to PAYOUT_KEYS after the newest key.`
    await raiseAlert(tx, ports, { kind: 'payout-key-missing', target: alertTarget, message })
  })
  return count
}

type Progress = { missingKeys: Set<string>; signal: AbortSignal | undefined }

async function encryptRows<Id>(
  ports: Ports,
  source: Source<Id>,
  { missingKeys, signal }: Progress,
): Promise<number> {
  const pattern = `${newestPrefix(ports)}%`
  let count = 0
  for (let after = source.first; !signal?.aborted; ) {
    const rows = await source.select(ports, after, (stored) => notLike(stored, pattern))
    for (const row of rows) {
      const details = readDetails(ports, row, missingKeys)
      if (details === undefined) continue
      await source.replace(ports, row, {
        details: encryptPayoutDetails(ports, row.creatorId, details),
        mask: maskDestination(details),
      })
      count++
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) break
    after = last.id
  }
  return count
}

function readDetails(
  ports: Ports,
  { creatorId, stored }: OutdatedRow<unknown>,
  missingKeys: Set<string>,
): string | undefined {
  try {
    return decryptPayoutDetails(ports, creatorId, stored)
  } catch (error) {
    if (!(error instanceof PayoutKeyMissingError)) throw error
    missingKeys.add(error.keyId)
    return undefined
  }
}
