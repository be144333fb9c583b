import { randomUUID } from 'node:crypto'
import { AppError } from '../../../../domain/errors.ts'
import { deleteRows } from '../../../db/rows.ts'
import { auditLog, passkeys } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { deleteSessions, findUserByEmail } from './repository.ts'

export const commandActor = { actorId: 'command', actorEmail: 'command on the server' }

/**
 * Removes the passkeys of someone who lost them and ends their sessions; they sign in with an emailed code again and
 * get an email about it. Only for the operator of the machine. Returns how many were removed. Throws AppError
 * `not_found`.
 */
export async function resetPasskeys(ports: Pick<Ports, 'db' | 'clock'>, email: string): Promise<number> {
  const user = await findUserByEmail(ports.db, email.toLowerCase())
  if (!user || user.deletedAt) throw new AppError('not_found', `No account has the email address ${email}.`)
  return ports.db.transaction(async (tx) => {
    const { length: count } = await deleteRows(tx, passkeys, { userId: user.id })
    await deleteSessions(tx, user.id)
    await tx.insert(auditLog).values({
      ...commandActor,
      action: 'resetPasskeys',
      target: `person/${user.id}`,
      createdAt: ports.clock.now(),
      oldValues: { email: user.email, passkeys: count },
    })
    await sendEmail(tx, ports, {
      kind: 'passkeys_removed',
      dedupeKey: `passkeys/${randomUUID()}`,
      to: user.email,
      data: {},
    })
    return count
  })
}
