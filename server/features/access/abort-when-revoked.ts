import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { isActive } from '../../../domain/access.ts'
import { accessGrants } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'

/** The interval between checks of the grant during a download. */
const pollIntervalMs = 1_000

/**
 * Passes the bytes on until access is revoked. It polls the grant instead of waiting for a notification, so it does
 * not matter which process revoked it. A brief database outage does not end the download.
 */
export function abortWhenRevoked({ db, log }: Ports, purchaseId: number, bytes: Readable): Readable {
  const checkGrant = async () => {
    const [grant] = await db.select().from(accessGrants).where(eq(accessGrants.purchaseId, purchaseId))
    if (bytes.destroyed) return
    if (grant && !isActive(grant)) return bytes.destroy(new Error('Access was revoked during the download'))
    scheduleCheck()
  }
  let timer: NodeJS.Timeout
  const scheduleCheck = () => {
    timer = setTimeout(() => {
      checkGrant().catch((error: unknown) => {
        log.warn({ err: error, purchaseId }, 'could not check access during a download')
        if (!bytes.destroyed) scheduleCheck()
      })
    }, pollIntervalMs).unref()
  }
  scheduleCheck()
  return bytes.once('close', () => clearTimeout(timer))
}
