import { and, inArray, isNull } from 'drizzle-orm'
import { UnavailableService } from '../../../contract/instance.ts'
import type { Db } from '../../db/database.ts'
import { alerts } from '../../db/schema/index.ts'

/** The alert kind of each external service that does not answer. */
export const unavailableAlertKinds = {
  mail: 'mail-unavailable',
  provider: 'provider-unavailable',
  store: 'store-unavailable',
} as const satisfies Record<UnavailableService, string>

/** Services with an open alert, in alphabetical order. */
export async function selectUnavailableServices(db: Db): Promise<Array<UnavailableService>> {
  const open = await db
    .selectDistinct({ kind: alerts.kind })
    .from(alerts)
    .where(and(inArray(alerts.kind, Object.values(unavailableAlertKinds)), isNull(alerts.resolvedAt)))
  const kinds = new Set(open.map(({ kind }) => kind))
  return UnavailableService.options.filter((service) => kinds.has(unavailableAlertKinds[service]))
}
