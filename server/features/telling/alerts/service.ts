import { and, eq, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { AlertKind } from '../../../../contract/alerts.ts'
import { UnavailableService } from '../../../../contract/instance.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { alerts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail, sendWebhook } from '../deliveries/deliveries.ts'

export type AlertRow = typeof alerts.$inferSelect
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
    .returning()
  if (raised) await tellOperators(tx, ports, raised)
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

/** Further alerts of a kind within this time are only in the digest, so that a failing part does not flood the inbox. */
const emailIntervalMs = 3_600_000

/** In the transaction that raised the alert, so that one process tells about it, and none when it rolls back. */
async function tellOperators(tx: Tx, ports: Ports, alert: AlertRow): Promise<void> {
  const raisedAt = alert.createdAt.toISOString()
  await sendAlertWebhook(tx, ports, { alertId: alert.id, kind: 'alert.raised', at: raisedAt })
  if (await hasEarlierAlertSince(tx, alert, new Date(alert.createdAt.getTime() - emailIntervalMs))) return
  for (const recipient of notificationRecipients(ports))
    await sendEmail(tx, ports, {
      kind: 'alert_raised',
      dedupeKey: `alert/${alert.id}/${raisedAt}/${recipient}`,
      to: recipient,
      data: { alertId: alert.id },
    })
}

/** Whether another alert of the kind was raised before this one, since a time. */
async function hasEarlierAlertSince(
  tx: Tx,
  { id, kind, createdAt }: AlertRow,
  since: Date,
): Promise<boolean> {
  const isEarlier = or(
    lt(alerts.createdAt, createdAt),
    and(eq(alerts.createdAt, createdAt), lt(alerts.id, id)),
  )
  const others = and(eq(alerts.kind, kind), gte(alerts.createdAt, since), isEarlier)
  return (await tx.select({ id: alerts.id }).from(alerts).where(others).limit(1)).length > 0
}

type AlertChange = { alertId: number; kind: 'alert.raised' | 'alert.resolved'; at: string }

/** Does nothing without ALERT_WEBHOOK_URL. */
export async function sendAlertWebhook(tx: Tx, ports: Ports, { alertId, kind, at }: AlertChange) {
  const { alertWebhook } = ports.config
  if (!alertWebhook) return
  await sendWebhook(tx, ports, {
    kind,
    // The address may have a secret, and it is read from the settings when the message is sent.
    target: new URL(alertWebhook.url).host,
    data: { alertId, at },
    dedupeKey: `${alertId}/${at}`,
  })
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
    await sendAlertWebhook(tx, ports, {
      alertId: id,
      kind: 'alert.resolved',
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

/** Where alerts and requests for a decision are emailed; none when nobody is set. */
export function notificationRecipients({ config, settings }: Ports): Array<string> {
  const { notificationAddresses } = settings.current()
  if (notificationAddresses.length > 0) return notificationAddresses
  return config.adminEmail ? [config.adminEmail] : []
}

/** The alert kind of each external service that does not answer. */
export const unavailableAlertKinds = {
  mail: 'mail-unavailable',
  provider: 'provider-unavailable',
  store: 'store-unavailable',
} as const satisfies Record<UnavailableService, string>

export async function selectUnavailableServices(db: Db): Promise<Array<UnavailableService>> {
  const open = await db
    .selectDistinct({ kind: alerts.kind })
    .from(alerts)
    .where(and(inArray(alerts.kind, Object.values(unavailableAlertKinds)), isNull(alerts.resolvedAt)))
  const kinds = new Set(open.map(({ kind }) => kind))
  return UnavailableService.options.filter((service) => kinds.has(unavailableAlertKinds[service]))
}

/** Alerts the operator that TRUST_PROXY does not contain the proxy's address, `peer`. */
export async function reportUntrustedProxy(ports: Ports, peer: string): Promise<void> {
  const message = `Requests from ${peer} carry X-Forwarded-For, but TRUST_PROXY doesn’t include that address. All visitors behind it count as one caller and share one rate limit. Set TRUST_PROXY to the addresses of your proxies.`
  await ports.db
    .transaction((tx) => raiseAlert(tx, ports, { kind: 'untrusted-proxy', target: 'TRUST_PROXY', message }))
    .catch((error: unknown) => ports.log.error({ err: error }, 'untrusted proxy alert could not be stored'))
}
