import { instance } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'

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
  if (bound?.restoringFrom)
    throw new Error(
      'The restore of this database was cut off, so files are missing. Run npm run restore -- FILE again with the same file.',
    )
  if (bound?.movedTo)
    throw new Error(
      `This database was moved to ${bound.movedTo}. Set DATABASE_URL to the new one, or run npm run move -- --undo to use this one again.`,
    )
  if (bound && bound.mode !== configured.mode) {
    throw new Error(
      `This database holds ${bound.mode} payments and cannot accept ${configured.mode} payments. Use a different DATA_DIR or DATABASE_URL.`,
    )
  }
  if (bound && bound.currency !== configured.currency) {
    throw new Error(
      `This database keeps its ledger in ${bound.currency}. Set CURRENCY=${bound.currency}, or use a different DATA_DIR or DATABASE_URL.`,
    )
  }
}
