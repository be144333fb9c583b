import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { AlertKind } from '../../../contract/alert-kinds.ts'
import type { Db, Tx } from '../../db/database.ts'
import { alerts } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'

type Alert = { kind: AlertKind; target: string; message: string }

/**
 * Raises an alert, once for each kind and target while it is open. After it is resolved, the next occurrence raises
 * it again.
 */
export async function raiseAlert(tx: Tx, ports: Ports, { kind, target, message }: Alert): Promise<void> {
  const { clock, log } = ports
  log.error({ alert: kind, target }, message)
  const createdAt = clock.now()
  const [raised] = await tx
    .insert(alerts)
    .values({ kind, target, message, createdAt })
    .onConflictDoUpdate({
      target: [alerts.kind, alerts.target],
      set: { message, createdAt, resolvedAt: null },
      setWhere: isNotNull(alerts.resolvedAt),
    })
    .returning({ id: alerts.id })
  if (raised) await enqueueNotices(tx, ports, raised.id, createdAt)
}

/** The same, and an open alert gets the new message. Only the first one is logged. */
export async function raiseOrUpdateAlert(tx: Tx, ports: Ports, alert: Alert): Promise<void> {
  const { kind, target, message } = alert
  const updated = await tx
    .update(alerts)
    .set({ message })
    .where(and(eq(alerts.kind, kind), eq(alerts.target, target), isNull(alerts.resolvedAt)))
    .returning({ id: alerts.id })
  if (updated.length === 0) await raiseAlert(tx, ports, alert)
}

/** In the transaction that raised the alert, so that one process tells about it, and none when it rolls back. */
async function enqueueNotices(tx: Tx, ports: Ports, id: number, createdAt: Date): Promise<void> {
  const alertId = String(id)
  const raisedAt = createdAt.toISOString()
  await ports.queue.enqueue(tx, { name: 'notify-alert', data: { alertId, raisedAt } })
  await enqueueAlertWebhook(tx, ports, { alertId, event: 'alert.raised', at: raisedAt })
}

/** Does nothing without ALERT_WEBHOOK_URL. */
export async function enqueueAlertWebhook(
  tx: Tx,
  { config, queue }: Ports,
  data: { alertId: string; event: 'alert.raised' | 'alert.resolved'; at: string },
): Promise<void> {
  if (config.alertWebhook) await queue.enqueue(tx, { name: 'send-alert-webhook', data })
}

/** Resolves the open alerts of these kinds for a target, when their cause has ended. */
export async function resolveAlerts(
  tx: Tx,
  ports: Ports,
  { kinds, target }: { kinds: Array<AlertKind>; target: string },
): Promise<void> {
  const resolvedAt = ports.clock.now()
  const resolved = await tx
    .update(alerts)
    .set({ resolvedAt })
    .where(and(inArray(alerts.kind, kinds), eq(alerts.target, target), isNull(alerts.resolvedAt)))
    .returning({ id: alerts.id })
  for (const { id } of resolved)
    await enqueueAlertWebhook(tx, ports, {
      alertId: String(id),
      event: 'alert.resolved',
      at: resolvedAt.toISOString(),
    })
}

export async function hasOpenAlert(db: Db, alert: Pick<Alert, 'kind' | 'target'>): Promise<boolean> {
  return (await findOpenAlert(db, alert)) !== undefined
}

export async function findOpenAlert(
  db: Db,
  { kind, target }: Pick<Alert, 'kind' | 'target'>,
): Promise<typeof alerts.$inferSelect | undefined> {
  const isOpen = and(eq(alerts.kind, kind), eq(alerts.target, target), isNull(alerts.resolvedAt))
  const [row] = await db.select().from(alerts).where(isOpen).limit(1)
  return row
}
