import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { alerts } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'

type Alert = { kind: string; subject: string; detail: string }

/** Tells the operator, once for each kind and subject; kept until it is resolved. What comes again after that is told again. */
export async function raiseAlert(
  tx: Tx,
  { newId, clock, log }: Ports,
  { kind, subject, detail }: Alert,
): Promise<void> {
  log.error({ alert: kind, subject }, detail)
  const createdAt = clock.now()
  await tx
    .insert(alerts)
    .values({ id: newId(), kind, subject, detail, createdAt })
    .onConflictDoUpdate({
      target: [alerts.kind, alerts.subject],
      set: { detail, createdAt, resolvedAt: null },
      setWhere: isNotNull(alerts.resolvedAt),
    })
}

/** What has taken care of itself needs nobody any more. */
export async function resolveAlerts(
  tx: Tx,
  { clock }: Ports,
  { kinds, subject }: { kinds: Array<string>; subject: string },
): Promise<void> {
  await tx
    .update(alerts)
    .set({ resolvedAt: clock.now() })
    .where(and(inArray(alerts.kind, kinds), eq(alerts.subject, subject), isNull(alerts.resolvedAt)))
}

export async function hasOpenAlert(
  db: Db,
  { kind, subject }: Pick<Alert, 'kind' | 'subject'>,
): Promise<boolean> {
  const isOpen = and(eq(alerts.kind, kind), eq(alerts.subject, subject), isNull(alerts.resolvedAt))
  return (await db.select({ id: alerts.id }).from(alerts).where(isOpen).limit(1)).length > 0
}
