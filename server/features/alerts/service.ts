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
export async function raiseAlert(
  tx: Tx,
  { clock, log }: Ports,
  { kind, target, message }: Alert,
): Promise<void> {
  log.error({ alert: kind, target }, message)
  const createdAt = clock.now()
  await tx
    .insert(alerts)
    .values({ kind, target, message, createdAt })
    .onConflictDoUpdate({
      target: [alerts.kind, alerts.target],
      set: { message, createdAt, resolvedAt: null },
      setWhere: isNotNull(alerts.resolvedAt),
    })
}

/** Resolves the open alerts of these kinds for a target, when their cause has ended. */
export async function resolveAlerts(
  tx: Tx,
  { clock }: Ports,
  { kinds, target }: { kinds: Array<AlertKind>; target: string },
): Promise<void> {
  await tx
    .update(alerts)
    .set({ resolvedAt: clock.now() })
    .where(and(inArray(alerts.kind, kinds), eq(alerts.target, target), isNull(alerts.resolvedAt)))
}

export async function hasOpenAlert(
  db: Db,
  { kind, target }: Pick<Alert, 'kind' | 'target'>,
): Promise<boolean> {
  const isOpen = and(eq(alerts.kind, kind), eq(alerts.target, target), isNull(alerts.resolvedAt))
  return (await db.select({ id: alerts.id }).from(alerts).where(isOpen).limit(1)).length > 0
}
