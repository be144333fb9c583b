import { and, inArray, isNull } from 'drizzle-orm'
import { AwayPart } from '../../../contract/instance.ts'
import type { Db } from '../../db/database.ts'
import { alerts } from '../../db/schema/index.ts'

/** The alert kind of each external service that does not answer. */
export const awayAlertKinds = {
  mail: 'mail-away',
  provider: 'provider-away',
  store: 'store-away',
} as const satisfies Record<AwayPart, string>

/** Services with an open alert, in alphabetical order. */
export async function selectAwayParts(db: Db): Promise<Array<AwayPart>> {
  const open = await db
    .selectDistinct({ kind: alerts.kind })
    .from(alerts)
    .where(and(inArray(alerts.kind, Object.values(awayAlertKinds)), isNull(alerts.resolvedAt)))
  const kinds = new Set(open.map(({ kind }) => kind))
  return AwayPart.options.filter((part) => kinds.has(awayAlertKinds[part]))
}
