import type { Tx } from '../../db/database.ts'
import { alerts } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'

/** Tells the operator, once for each kind and subject; kept until a person resolves it. */
export async function raiseAlert(
  tx: Tx,
  { newId, clock, log }: Ports,
  { kind, subject, detail }: { kind: string; subject: string; detail: string },
): Promise<void> {
  log.error({ alert: kind, subject }, detail)
  await tx
    .insert(alerts)
    .values({ id: newId(), kind, subject, detail, createdAt: clock.now() })
    .onConflictDoNothing()
}
