import type pg from 'pg'
import { commandLine } from '../../../config/command-line.ts'
import type { Db } from '../../../db/database.ts'
import { instance } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'

/**
 * Binds a new database to test or live payments and to its currency. Throws Error with a message for the operator when
 * the database is bound to others.
 */
export async function bindInstance({ db, paymentProvider, config, clock }: Ports): Promise<void> {
  const configured = { mode: paymentProvider.mode, currency: config.currency }
  await db
    .insert(instance)
    .values({ id: 1, ...configured, createdAt: clock.now() })
    .onConflictDoNothing()
  const [bound] = await db.select().from(instance)
  // A move begins by marking the database, and then looks for processes with a queue. This process has one by now.
  if (bound) requireComplete(bound)
  const problem = await boundInstanceProblem(db, configured)
  if (problem) throw new Error(problem)
}

type Binding = { mode: 'test' | 'live'; currency: string }

/** Why a database cannot have these payments and this currency, for the operator; undefined when it can, or is new. */
export async function boundInstanceProblem(db: Db, { mode, currency }: Binding): Promise<string | undefined> {
  const [bound] = await db.select({ mode: instance.mode, currency: instance.currency }).from(instance)
  if (bound && bound.mode !== mode)
    return `This database holds ${bound.mode} payments and cannot accept ${mode} payments. Use a different DATA_DIR or DATABASE_URL.`
  if (bound && bound.currency !== currency)
    return `This database keeps its ledger in ${bound.currency}. Set CURRENCY=${bound.currency}, or use a different DATA_DIR or DATABASE_URL.`
  return undefined
}

/**
 * Throws Error with a message for the operator when a restore or move was cut off, or when the instance was moved away.
 * Before migrating: a copy that is not complete must keep its schema.
 */
export async function requireCompleteDatabase(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<InstanceCopy>(
      'select restoring_from as "restoringFrom", moved_to as "movedTo" from instance where id = 1',
    )
    .catch((error: unknown) => {
      // A new database, or one of an older version.
      if (['42P01', '42703'].includes(Object(error).code)) return { rows: [] }
      throw error
    })
  const [bound] = rows
  if (bound) requireComplete(bound)
}

type InstanceCopy = Pick<typeof instance.$inferSelect, 'restoringFrom' | 'movedTo'>

function requireComplete({ restoringFrom, movedTo }: InstanceCopy): void {
  if (restoringFrom === 'a move')
    throw new Error(
      `The move to this database was cut off, so data is missing. Run the same ${commandLine('move')} again: it continues.`,
    )
  if (restoringFrom)
    throw new Error(
      `The restore of this database was cut off, so files are missing. Run ${commandLine('restore', 'FILE')} again with the same file.`,
    )
  if (movedTo)
    throw new Error(
      `This database was moved to ${movedTo}. If the move was cut off, run it again. Otherwise set DATABASE_URL to the new one. To use this one again, run ${commandLine('move', '--undo')}.`,
    )
}

/** The settings that a site with real cards cannot be without, with their variables. */
const required = {
  sellerName: 'SELLER_NAME',
  sellerAddress: 'SELLER_ADDRESS',
  supportEmail: 'SUPPORT_EMAIL',
} as const

type SellerSettings = Record<keyof typeof required, string>

/** The variables of the seller's settings that are missing where cards are charged for real. */
export function missingSellerSettings(mode: 'test' | 'live', settings: SellerSettings): Array<string> {
  if (mode === 'test') return []
  const keys = ['sellerName', 'sellerAddress', 'supportEmail'] as const
  return keys.filter((key) => settings[key] === '').map((key) => required[key])
}

/** Throws Error with a message for the operator when buyers who pay real money could not see who sells. */
export function requireSeller({
  paymentProvider,
  settings,
}: Pick<Ports, 'paymentProvider' | 'settings'>): void {
  const missing = missingSellerSettings(paymentProvider.mode, settings.current())
  if (missing.length === 0) return
  throw new Error(
    `Cards are charged for real, so buyers must see who sells and whom to ask. Set ${missing.join(' and ')}.`,
  )
}
