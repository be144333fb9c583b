import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type FilePayout, fileFormatOf, maxFileRows } from '../../../../domain/payout-files/payout-file.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { payoutBatches, payouts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { openPayouts } from './open-payouts.ts'
import { type BatchRow, selectUnbatched } from './repository.ts'

type Group = Pick<BatchRow, 'month' | 'method' | 'currency' | 'format'> & { payoutIds: Array<number> }

/** Payouts that are read at once, so that no number of them fills the memory with their details. */
const pageSize = 2_000

/**
 * Puts every payout to make manually that is in no batch into one: by month, method, currency and kind of file, at most
 * as many as the file may have rows. Payouts whose details can't be read stay outside; an alert says so. Safe to run at the
 * same time: one waits for the other. Returns the new batches' ids.
 */
export async function makeBatches(ports: Ports): Promise<Array<number>> {
  return ports.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('payout_batches'))`)
    const ids: Array<number> = []
    for (const group of await groupUnbatched(tx, ports)) {
      const size = maxFileRows[group.format]
      for (let from = 0; from < group.payoutIds.length; from += size)
        ids.push(
          await insertBatch(tx, ports, { ...group, payoutIds: group.payoutIds.slice(from, from + size) }),
        )
    }
    return ids
  })
}

async function groupUnbatched(tx: Tx, ports: Ports): Promise<Array<Group>> {
  const groups = new Map<string, Group>()
  for (let after = 0; ; ) {
    const rows = await selectUnbatched(tx, after, pageSize)
    for (const { row, payout } of await openPayouts(tx, ports, rows))
      if (payout) addToGroup(groups, ports, { month: row.month, payout })
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return [...groups.values()].toSorted(byName)
    after = last.id
  }
}

type MonthPayout = { month: string; payout: FilePayout }

function addToGroup(groups: Map<string, Group>, ports: Ports, { month, payout }: MonthPayout): void {
  const { id, method, currency } = payout
  const format = fileFormatOf(payout, ports.settings.current().bankRoute)
  const key = [month, method, currency, format].join('/')
  const group = groups.get(key) ?? { month, method, currency, format, payoutIds: [] }
  group.payoutIds.push(id)
  groups.set(key, group)
}

function byName(a: Group, b: Group): number {
  return [a.month, a.method, a.format].join('/').localeCompare([b.month, b.method, b.format].join('/'), 'en')
}

async function insertBatch(
  tx: Tx,
  { clock }: Ports,
  { month, method, currency, format, payoutIds }: Group,
): Promise<number> {
  const [counted] = await tx
    .select({ last: sql<string>`coalesce(max(${payoutBatches.count}), 0)` })
    .from(payoutBatches)
    .where(eq(payoutBatches.month, month))
  const count = Number(counted?.last ?? 0) + 1
  const [batch] = await insertRows(tx, payoutBatches, [
    { month, count, method, currency, format, createdAt: clock.now() },
  ])
  await tx
    .update(payouts)
    .set({ batchId: batch.id })
    .where(and(inArray(payouts.id, payoutIds), eq(payouts.state, 'processing'), isNull(payouts.batchId)))
  return batch.id
}
