import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type * as contract from '../../../../contract/deliveries.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { deliveries, purchases } from '../../../db/schema/index.ts'
import { limitOffset } from '../../../http/pagination.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { resolveAlerts } from '../../telling/alerts/service.ts'
import { isStuck } from '../../telling/deliveries/inbox.ts'
import {
  type DeliveryRow,
  dropFailed,
  hasFailed,
  isLate,
  isOwn,
  sendAgain,
} from '../../telling/deliveries/repository.ts'

/** More are not counted, because a site may have sent millions. */
const maxCounted = 10_000

export async function listDeliveries(
  { db, clock }: Ports,
  { show, page }: { show: contract.DeliveryFilter; page: number },
): Promise<z.input<typeof contract.listDeliveries.response>> {
  const inState = show === 'late' ? isLate(clock.now()) : eq(deliveries.state, show)
  // Notifications and what goes to creators' endpoints are given up by themselves, and nobody else's business.
  const isShown = and(inState, isOwn, ne(deliveries.channel, 'push'))
  const { limit, offset } = limitOffset(page)
  const rows = await db
    .select({ delivery: deliveries, orderNumber: purchases.orderNumber })
    .from(deliveries)
    .leftJoin(purchases, eq(purchases.id, sql`(${deliveries.data} ->> 'purchaseId')::bigint`))
    .where(isShown)
    .orderBy(desc(deliveries.id))
    .limit(limit)
    .offset(offset)
  const shown = db.select({ id: deliveries.id }).from(deliveries).where(isShown).limit(maxCounted)
  return {
    deliveries: rows.map(({ delivery, orderNumber }) => present(delivery, orderNumber)),
    total: await db.$count(shown.as('shown')),
    page,
  }
}

function present(row: DeliveryRow, purchaseId: contract.Delivery['purchaseId']): contract.Delivery {
  const { id, channel, kind, target, state, attempts, error } = row
  return {
    id,
    channel,
    kind,
    target,
    state,
    attempts,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: state === 'waiting' ? row.nextAt.toISOString() : null,
    sentAt: row.sentAt?.toISOString() ?? null,
    lastError: error,
    purchaseId,
  }
}

/** Sends a delivery now that failed or waits. Throws AppError `not_found` for others. */
export async function resendDelivery(ports: Ports, viewer: Viewer, id: number) {
  await ports.db.transaction(async (tx) => {
    const delivery = await sendAgain(tx, id, ports.clock.now())
    if (!delivery) throw new AppError('not_found', 'That email isn’t among the unsent emails.')
    await endAlert(tx, ports, delivery.channel)
    await recordAuditEntry(tx, ports, viewer, {
      action: 'resendDelivery',
      target: `delivery/${id}`,
      before: { kind: delivery.kind, recipient: delivery.target },
    })
  })
  return { done: true as const }
}

/** Once nothing of a channel has failed, so that the next failure is told again. */
async function endAlert(tx: Tx, ports: Ports, channel: DeliveryRow['channel']): Promise<void> {
  if (await hasFailed(tx, channel)) return
  await resolveAlerts(tx, ports, { kinds: ['delivery-failed'], target: channel })
}

type StuckDecision = z.output<typeof contract.decideStuckDeliveries.body>

const maxDecidedAtOnce = 1_000

/** Sends all of a channel again that failed or is late, or drops those that failed. */
export async function decideStuckDeliveries(
  ports: Ports,
  viewer: Viewer,
  { channel, decision }: StuckDecision,
) {
  const now = ports.clock.now()
  return ports.db.transaction(async (tx) => {
    const isMeant = and(
      isStuck(now),
      eq(deliveries.channel, channel),
      decision === 'drop' ? eq(deliveries.state, 'failed') : undefined,
    )
    const ids = await tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(isMeant)
      .orderBy(deliveries.id)
      .limit(maxDecidedAtOnce)
      .for('update', { skipLocked: true })
    if (decision === 'send') for (const { id } of ids) await sendAgain(tx, id, now)
    else
      await dropFailed(
        tx,
        ids.map(({ id }) => id),
      )
    await endAlert(tx, ports, channel)
    await recordAuditEntry(tx, ports, viewer, {
      action: 'decideStuckDeliveries',
      target: `deliveries/${channel}`,
      after: { decision, count: ids.length },
    })
    return { count: ids.length }
  })
}
