import { and, asc, eq, gte, isNull } from 'drizzle-orm'
import { forEachRow } from '../../../db/pages-by-key.ts'
import { findRow, insertRows } from '../../../db/rows.ts'
import { documents, payouts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { removeStoredObjects } from '../../site/storage/remove-stored-objects.ts'
import { isStoreDown } from '../../site/storage/store-sentinel.ts'
import { insertContents } from '../documents/contents.ts'
import { insertDocumentFile, storeNewFile } from '../documents/files.ts'
import { lockDocumentNumbers, nextNumber } from '../documents/numbers.ts'
import type { PayoutRow } from '../payouts/repository.ts'
import { creditReturnedInvoices } from './credit-returned.ts'
import { statementCsv } from './csv.ts'
import { readStatement, statementText } from './printed.ts'

export type StatementDocument = typeof documents.$inferSelect

const batchSize = 100
/** A creator is no buyer. */
const noEvidence: StatementDocument['evidence'] = []
const weekMs = 7 * 24 * 3_600_000
/** Whether this process has looked through all payouts: after that, only those of the last days. */
const hasIssuedAll = new WeakSet<Ports['db']>()

/** Issues the statements of new payouts, and once those of payouts from before statements were documents. */
export async function issueStatements(ports: Ports, signal?: AbortSignal): Promise<void> {
  const { db, clock, log, fileStore } = ports
  const since = hasIssuedAll.has(db) ? new Date(clock.now().getTime() - weekMs) : undefined
  for (;;) {
    const due = await selectDue(ports, since)
    const failed = await forEachRow(due, (payout) => issueStatement(ports, payout), {
      log,
      message: 'a statement could not be issued, will retry',
      describe: ({ id }) => ({ payoutId: id }),
      endsRound: () => isStoreDown(fileStore),
    })
    if (signal?.aborted || due.length < batchSize || failed.length > 0) break
  }
  if (!signal?.aborted) await creditReturnedInvoices(ports)
  if (!signal?.aborted) hasIssuedAll.add(db)
}

async function selectDue({ db }: Ports, since: Date | undefined): Promise<Array<PayoutRow>> {
  const rows = await db
    .select({ payout: payouts })
    .from(payouts)
    .leftJoin(documents, eq(documents.payoutId, payouts.id))
    .where(and(isNull(documents.id), since && gte(payouts.createdAt, since)))
    .orderBy(asc(payouts.createdAt), asc(payouts.id))
    .limit(batchSize)
  return rows.map(({ payout }) => payout)
}

/** The statement of a payout, which is issued now if it is still due. */
export async function requireStatement(ports: Ports, payout: PayoutRow): Promise<StatementDocument> {
  return (await findStatement(ports, payout)) ?? issueStatement(ports, payout)
}

function findStatement({ db }: Pick<Ports, 'db'>, { id }: PayoutRow): Promise<StatementDocument | undefined> {
  return findRow(db, documents, { payoutId: id, kind: 'statement' })
}

/**
 * Takes a number, and freezes what the PDF prints and the bytes of the CSV. The long part is done before the number is
 * taken, because all other documents wait for that.
 */
async function issueStatement(ports: Ports, payout: PayoutRow): Promise<StatementDocument> {
  const statement = await readStatement(ports, payout)
  const { payer, payee, tax } = statement.parties
  const csv = await storeNewFile(ports, Buffer.from(await statementCsv(ports, payout)))
  const issued = await ports.db.transaction(async (tx) => {
    await lockDocumentNumbers(tx)
    // Another process may have been first.
    if (await findStatement({ db: tx }, payout)) return undefined
    const series = 'self_billing'
    const numbered = { series, ...(await nextNumber(tx, ports, series)) } as const
    const issuedAt = ports.clock.now()
    const [document] = await insertRows(tx, documents, [
      {
        ...numbered,
        kind: 'statement',
        payoutId: payout.id,
        creatorId: payout.creatorId,
        postingKind: 'payout',
        postingReference: `payout/${payout.id}`,
        amount: payout.amount,
        taxAmount: tax?.taxAmount ?? 0,
        taxRateMillionths: tax?.taxRateMillionths ?? 0,
        taxKind: 'digital',
        taxTreatment: tax?.taxTreatment ?? 'untaxed',
        currency: payout.currency,
        buyerRegion: '',
        evidence: noEvidence,
        // On the invoice that the operator writes for a creator, the creator sells and the operator buys.
        ...(tax && payee
          ? {
              buyerCountry: payer.country,
              businessName: payer.name,
              businessAddress: payer.address,
              vatId: payer.vatId,
              seller: payee,
            }
          : { businessName: '', businessAddress: '', vatId: '', seller: payer }),
        title: payee?.name ?? statement.creator.name,
        bookedAt: payout.createdAt,
        suppliedAt: payout.createdAt,
        issuedAt,
      },
    ])
    const content = { layout: 'statement' as const, ...statementText({ ...statement, number: numbered }) }
    await insertContents(tx, [{ documentId: document.id, content }])
    await insertDocumentFile(tx, { documentId: document.id, format: 'csv', storedAt: issuedAt, ...csv })
    return document
  })
  if (issued) return issued
  await removeStoredObjects(ports, [csv.key])
  const first = await findStatement(ports, payout)
  if (!first) throw new Error(`Payout ${payout.id} has no statement`)
  return first
}
