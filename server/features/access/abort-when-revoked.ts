import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { isActive } from '../../../domain/access.ts'
import { accessGrants } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'

/** Milliseconds between two looks at the right of access while its bytes are on their way. */
const pollIntervalMs = 1_000

/**
 * The same bytes, ended in the middle once access is closed. The right itself is looked at, not news of it, so it does not
 * matter which process closed it; a database that is away for a moment ends nothing.
 */
export function abortWhenRevoked({ db, log }: Ports, purchaseId: number, bytes: Readable): Readable {
  const checkGrant = async () => {
    const [grant] = await db.select().from(accessGrants).where(eq(accessGrants.purchaseId, purchaseId))
    if (bytes.destroyed) return
    if (grant && !isActive(grant))
      return bytes.destroy(new Error('Access was closed while the file was sent'))
    scheduleCheck()
  }
  let timer: NodeJS.Timeout
  const scheduleCheck = () => {
    timer = setTimeout(() => {
      checkGrant().catch((error: unknown) => {
        log.warn({ err: error, purchaseId }, 'a running download could not be looked at')
        if (!bytes.destroyed) scheduleCheck()
      })
    }, pollIntervalMs).unref()
  }
  scheduleCheck()
  return bytes.once('close', () => clearTimeout(timer))
}
