import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { isOpen } from '../../../domain/access.ts'
import { grants } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'

/** Milliseconds between two looks at the right of access while its bytes are on their way. */
const lookEvery = 1_000

/**
 * The same bytes, ended in the middle once access is closed. The right itself is looked at, not news of it, so it does not
 * matter which process closed it; a database that is away for a moment ends nothing.
 */
export function whileOpen({ db, log }: Ports, purchaseId: number, bytes: Readable): Readable {
  const look = async () => {
    const [grant] = await db.select().from(grants).where(eq(grants.purchaseId, purchaseId))
    if (bytes.destroyed) return
    if (grant && !isOpen(grant)) return bytes.destroy(new Error('Access was closed while the file was sent'))
    next()
  }
  let timer: NodeJS.Timeout
  const next = () => {
    timer = setTimeout(() => {
      look().catch((error: unknown) => {
        log.warn({ err: error, purchaseId }, 'a running download could not be looked at')
        if (!bytes.destroyed) next()
      })
    }, lookEvery).unref()
  }
  next()
  return bytes.once('close', () => clearTimeout(timer))
}
