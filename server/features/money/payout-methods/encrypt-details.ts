import { and, asc, eq, gt, isNotNull, ne } from 'drizzle-orm'
import { maskDestination } from '../../../../contract/payout-destination.ts'
import {
  payees,
  payoutBatches,
  payoutMethodStates,
  payouts,
  users,
  webhookEndpoints,
} from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  decryptPayoutDetails,
  encryptPayoutDetails,
  keyIdOf,
  UnreadablePayoutDetailsError,
} from '../../people/accounts/payout-details.ts'
import { raiseAlert, resolveAlerts } from '../../telling/alerts/service.ts'

const batchSize = 1_000
const fileBatchSize = 10
const alertTarget = 'payout details'

/** A row with details. `replace` fails silently when they changed. */
type StoredRow<Id> = { id: Id; creatorId: string; stored: string }
type Source<Id> = {
  first: Id
  /** Rows that are read at once; 1,000 unless they are large. */
  batchSize?: number
  select(ports: Pick<Ports, 'db'>, after: Id): Promise<Array<StoredRow<Id>>>
  replace(ports: Ports, row: StoredRow<Id>, value: { details: string; mask: string }): Promise<unknown>
}

const accounts: Source<string> = {
  first: '',
  async select({ db }, after) {
    const rows = await db
      .select({ id: users.id, creatorId: users.id, stored: users.payoutEmail })
      .from(users)
      .where(and(isNotNull(users.payoutEmail), gt(users.id, after)))
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
  select: ({ db }, after) =>
    db
      .select({ id: payouts.id, creatorId: payouts.creatorId, stored: payouts.destination })
      .from(payouts)
      .where(and(ne(payouts.method, 'transfer'), gt(payouts.id, after)))
      .orderBy(asc(payouts.id))
      .limit(batchSize),
  replace: ({ db }, { id, stored }, { details, mask }) =>
    db
      .update(payouts)
      .set({ destination: details, destinationMask: mask })
      .where(and(eq(payouts.id, id), eq(payouts.destination, stored))),
}

/** Under which name the file of a batch is encrypted, in place of a creator's id. */
export function batchFileOwner(batchId: number): string {
  return `batch ${batchId}`
}

/** The same for the signing secrets of a creator's webhooks. */
export function webhookSecretOwner(creatorId: string): string {
  return `webhooks of ${creatorId}`
}

const webhookSecrets = secretsIn('secretEncrypted')
const previousWebhookSecrets = secretsIn('previousSecretEncrypted')

function secretsIn(column: 'secretEncrypted' | 'previousSecretEncrypted'): Source<number> {
  const secret = webhookEndpoints[column]
  return {
    first: 0,
    async select({ db }, after) {
      const { id, creatorId } = webhookEndpoints
      const rows = await db
        .select({ id, creatorId, stored: secret })
        .from(webhookEndpoints)
        .where(and(isNotNull(secret), gt(id, after)))
        .orderBy(asc(id))
        .limit(batchSize)
      return rows.map((row) => ({
        ...row,
        creatorId: webhookSecretOwner(row.creatorId),
        stored: row.stored ?? '',
      }))
    },
    replace: ({ db }, { id, stored }, { details }) =>
      db
        .update(webhookEndpoints)
        .set({ [column]: details })
        .where(and(eq(webhookEndpoints.id, id), eq(secret, stored))),
  }
}

/** The downloaded files of batches, which have the details in clear. Each may have half a megabyte. */
const batchFiles: Source<number> = {
  first: 0,
  batchSize: fileBatchSize,
  async select({ db }, after) {
    const rows = await db
      .select({ id: payoutBatches.id, stored: payoutBatches.fileEncrypted })
      .from(payoutBatches)
      .where(and(isNotNull(payoutBatches.fileEncrypted), gt(payoutBatches.id, after)))
      .orderBy(asc(payoutBatches.id))
      .limit(fileBatchSize)
    return rows.map(({ id, stored }) => ({ id, creatorId: batchFileOwner(id), stored: stored ?? '' }))
  },
  replace: ({ db }, { id, stored }, { details }) =>
    db
      .update(payoutBatches)
      .set({ fileEncrypted: details })
      .where(and(eq(payoutBatches.id, id), eq(payoutBatches.fileEncrypted, stored))),
}

/**
 * Encrypts with the newest key what a previous version stored in clear and what an older key encrypted. Safe to stop,
 * to repeat and to run in several processes: a row is replaced only while it has the value that was read. Raises an
 * alert while details cannot be read, and encrypts nothing with a key that has another value than before. Returns how
 * many rows it replaced.
 */
export async function encryptStoredDetails(ports: Ports, signal?: AbortSignal): Promise<number> {
  const unreadable = await findUnreadableDetails(ports, signal)
  if (signal?.aborted) return 0
  await ports.db.transaction(async (tx) => {
    if (unreadable.length === 0)
      return resolveAlerts(tx, ports, { kinds: ['payout-key-missing'], target: alertTarget })
    const message = unreadable.map(({ message }) => message).join(' ')
    await raiseAlert(tx, ports, { kind: 'payout-key-missing', target: alertTarget, message })
  })
  if (unreadable.some(({ keyId }) => keyId === ports.payoutKeys[0]?.id)) return 0
  const count =
    (await encryptRows(ports, accounts, signal)) +
    (await encryptRows(ports, payoutRows, signal)) +
    (await encryptRows(ports, payeeRows, signal)) +
    (await encryptRows(ports, previousRows, signal)) +
    (await encryptRows(ports, batchFiles, signal)) +
    (await encryptRows(ports, webhookSecrets, signal)) +
    (await encryptRows(ports, previousWebhookSecrets, signal))
  if (count > 0) ports.log.info({ rows: count }, 'encrypted payout details')
  return count
}

/** Details of payees have no mask of their own. */
const payeeRows: Source<number> = {
  first: 0,
  select: ({ db }, after) =>
    db
      .select({ id: payees.id, creatorId: payees.creatorId, stored: payees.details })
      .from(payees)
      .where(gt(payees.id, after))
      .orderBy(asc(payees.id))
      .limit(batchSize),
  replace: ({ db }, { id, stored }, { details }) =>
    db
      .update(payees)
      .set({ details })
      .where(and(eq(payees.id, id), eq(payees.details, stored))),
}

const previousRows: Source<string> = {
  first: '',
  async select({ db }, after) {
    const { creatorId, previousDetails } = payoutMethodStates
    const rows = await db
      .select({ id: creatorId, creatorId, stored: previousDetails })
      .from(payoutMethodStates)
      .where(and(isNotNull(previousDetails), gt(creatorId, after)))
      .orderBy(asc(creatorId))
      .limit(batchSize)
    return rows.map((row) => ({ ...row, stored: row.stored ?? '' }))
  },
  replace: ({ db }, { id, stored }, { details, mask }) =>
    db
      .update(payoutMethodStates)
      .set({ previousDetails: details, previousMask: mask })
      .where(and(eq(payoutMethodStates.creatorId, id), eq(payoutMethodStates.previousDetails, stored))),
}

type Unreadable = { keyId: string; message: string; rows: number }

/** What the keys cannot read: for each key a sentence for the operator, and the number of rows. */
export async function findUnreadableDetails(
  ports: Pick<Ports, 'db' | 'payoutKeys'>,
  signal?: AbortSignal,
): Promise<Array<Unreadable>> {
  const found = new Map<string, Unreadable>()
  const count = ({ keyId, message }: UnreadablePayoutDetailsError) =>
    found.set(keyId, { keyId, message, rows: (found.get(keyId)?.rows ?? 0) + 1 })
  for await (const row of rowsOf(ports, accounts, signal)) tryToRead(ports, row, count)
  for await (const row of rowsOf(ports, payoutRows, signal)) tryToRead(ports, row, count)
  for await (const row of rowsOf(ports, payeeRows, signal)) tryToRead(ports, row, count)
  for await (const row of rowsOf(ports, previousRows, signal)) tryToRead(ports, row, count)
  for await (const row of rowsOf(ports, batchFiles, signal)) tryToRead(ports, row, count)
  for await (const row of rowsOf(ports, webhookSecrets, signal)) tryToRead(ports, row, count)
  for await (const row of rowsOf(ports, previousWebhookSecrets, signal)) tryToRead(ports, row, count)
  return [...found.values()]
}

async function encryptRows<Id>(ports: Ports, source: Source<Id>, signal?: AbortSignal): Promise<number> {
  const [newest] = ports.payoutKeys
  let count = 0
  for await (const row of rowsOf(ports, source, signal)) {
    if (keyIdOf(row.stored) === newest?.id) continue
    const details = tryToRead(ports, row, () => undefined)
    if (details === undefined) continue
    await source.replace(ports, row, {
      details: encryptPayoutDetails(ports, row.creatorId, details),
      mask: maskDestination(details),
    })
    count++
  }
  return count
}

/** Every row of a source, a batch at a time, by its id. */
async function* rowsOf<Id>(ports: Pick<Ports, 'db'>, source: Source<Id>, signal?: AbortSignal) {
  for (let after = source.first; !signal?.aborted; ) {
    const rows = await source.select(ports, after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < (source.batchSize ?? batchSize)) return
    after = last.id
  }
}

function tryToRead(
  ports: Pick<Ports, 'payoutKeys'>,
  { creatorId, stored }: StoredRow<unknown>,
  onUnreadable: (error: UnreadablePayoutDetailsError) => void,
): string | undefined {
  try {
    return decryptPayoutDetails(ports, creatorId, stored)
  } catch (error) {
    if (!(error instanceof UnreadablePayoutDetailsError)) throw error
    onUnreadable(error)
    return undefined
  }
}
