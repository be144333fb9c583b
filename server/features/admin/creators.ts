import type { Creator } from '../../../contract/admin-desk.ts'
import { decimal } from '../../../contract/money.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Viewer } from '../../http/call.ts'
import { partOf } from '../../http/paging.ts'
import type { Ports } from '../../ports/index.ts'
import { isAdmin } from '../accounts/present.ts'
import { endSessions, lockCreator, updateUser, userById } from '../accounts/repository.ts'
import { recordAct } from '../audit/service.ts'
import { forgetPagesOf } from '../content/repository.ts'
import { queueMail } from '../mail/outbox.ts'
import { type AccountRow, accountById, findAccounts } from './creators-repository.ts'

type Wanted = { q: string; state: 'all' | 'suspended'; page: number }

export async function listAccounts({ db, config }: Ports, { page, ...wanted }: Wanted) {
  const { rows, total } = await findAccounts(db, wanted, partOf(page))
  return { creators: rows.map((row) => presentAccount(row, config.currency)), total, page }
}

/** Ends their sessions and takes their items off sale at once. Buyers keep what they bought. */
export async function suspend(ports: Ports, viewer: Viewer, { id, reason }: { id: number; reason: string }) {
  return change(ports, viewer, String(id), async (tx, user) => {
    if (isAdmin(user, ports.config)) throw new AppError('conflict', 'The administrator cannot be suspended.')
    if (user.suspendedAt) throw new AppError('conflict', 'This account is suspended already.')
    await updateUser(tx, user.id, { suspendedAt: ports.clock.now(), suspendedReason: reason })
    await endSessions(tx, user.id)
    return { act: 'suspendCreator', kind: 'suspended' as const, words: reason }
  })
}

/** They can sign in again, and their items are for sale. */
export async function restore(ports: Ports, viewer: Viewer, id: number) {
  return change(ports, viewer, String(id), async (tx, user) => {
    if (!user.suspendedAt) throw new AppError('conflict', 'This account is not suspended.')
    await updateUser(tx, user.id, { suspendedAt: null, suspendedReason: null })
    return { act: 'restoreCreator', kind: 'restored' as const, words: '' }
  })
}

type Changed = { act: string; kind: 'suspended' | 'restored'; words: string }
type Change = (tx: Tx, user: Awaited<ReturnType<typeof lockCreator>>) => Promise<Changed>

/** One change of a person's standing, with its line in the log and the mail that tells them. */
async function change(ports: Ports, viewer: Viewer, id: string, make: Change): Promise<Creator> {
  const known = await userById(ports.db, id)
  if (!known || known.deletedAt) throw new AppError('not_found', 'Creator Not Found')
  return ports.db.transaction(async (tx) => {
    const user = await lockCreator(tx, id)
    const { act, kind, words } = await make(tx, user)
    await forgetPagesOf(tx, id)
    await recordAct(tx, ports, viewer, {
      act,
      subject: `creator/${id}`,
      before: { email: user.email, suspended: user.suspendedAt !== null, reason: user.suspendedReason },
      after: { suspended: kind === 'suspended', reason: words || null },
    })
    const subject = `creator/${id}/${ports.newId()}`
    await queueMail(tx, ports, { kind, subject, recipient: user.email, data: words ? { words } : {} })
    const row = await accountById(tx, id)
    if (!row) throw new Error(`Creator ${id} is gone`)
    return presentAccount(row, ports.config.currency)
  })
}

function presentAccount(row: AccountRow, currency: string): Creator {
  return {
    id: Number(row.id),
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    plan: row.plan,
    contentCount: row.contentCount,
    totalEarnings: decimal(Number(row.earned), currency),
    balance: decimal(Number(row.balance), currency),
    currency,
    createdAt: row.createdAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    suspendedReason: row.suspendedReason,
  }
}
