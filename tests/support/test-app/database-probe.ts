import { eq, isNull, sql } from 'drizzle-orm'
import { sandboxPayments } from '../../../server/adapters/sandbox/schema.ts'
import type { Database } from '../../../server/db/database.ts'
import {
  accessGrants,
  alerts,
  checkouts,
  ledgerEntries,
  purchases,
  sessions,
  subscriptions,
  users,
} from '../../../server/db/schema/index.ts'
import { computeBalance } from '../../../server/features/money/ledger/repository.ts'

/** Reads the database behind the API, and manipulates it to test the checks. */
export function databaseProbe(db: Database) {
  return {
    purchases: () => db.select().from(purchases),
    grants: () => db.select().from(accessGrants),
    checkouts: () => db.select().from(checkouts),
    alerts: () => db.select().from(alerts),
    /** The kinds of open alerts, in alphabetical order. */
    async openAlerts() {
      const rows = await db.select().from(alerts).where(isNull(alerts.resolvedAt))
      return rows.map(({ kind }) => kind).toSorted()
    },
    entries: () => db.select().from(ledgerEntries),
    balance: (
      account:
        | 'cash_clearing'
        | 'platform_revenue'
        | 'processing_fees'
        | 'tax_payable'
        | `${'creator_balance' | 'payouts_payable'}/${string}`,
    ) => computeBalance(db, account),
    /** The sum of all entries in minor units: anything but 0 is an error. */
    async sum() {
      const [row] = await db
        .select({ total: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
        .from(ledgerEntries)
      return Number(row?.total)
    },
    /** The card provider's payments. */
    payments: () => db.select().from(sandboxPayments),
    async updateProviderPayment(id: string, values: Partial<typeof sandboxPayments.$inferInsert>) {
      await db.update(sandboxPayments).set(values).where(eq(sandboxPayments.id, id))
    },
    /** Moves the sign-in of every session back by `ms`. */
    async backdateSessions(now: Date, ms: number) {
      await db.update(sessions).set({ createdAt: new Date(now.getTime() - ms) })
    },
    async updateUser(id: string, values: Partial<typeof users.$inferInsert>) {
      await db.update(users).set(values).where(eq(users.id, id))
    },
    async changesSubscriptions(values: Partial<typeof subscriptions.$inferInsert>) {
      await db.update(subscriptions).set(values)
    },
    async updateCheckouts(values: Partial<typeof checkouts.$inferInsert>) {
      await db.update(checkouts).set(values)
    },
  }
}
