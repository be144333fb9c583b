import { asc } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { checkouts } from '../../server/db/schema/index.ts'
import { registered } from '../../server/features/index.ts'
import { applyRetention } from '../../server/features/operating/privacy/retention.ts'
import { createTestApp, type TestApp } from './test-app.ts'

const dayMs = 24 * 3_600_000

/** A creator, an item and rows of any age, in an instance of their own or a given one. */
export async function retentionFixture(app?: TestApp) {
  const w = app ?? (await createTestApp())
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  const daysAgo = (days: number) => new Date(w.clock.now().getTime() - days * dayMs)
  return {
    w,
    creator,
    item,
    daysAgo,
    run: () => applyRetention(w.ports, registered.storedData),
    /** One column of a table, in order. */
    async left<C extends PgColumn>(table: PgTable, column: C) {
      const rows = await w.db.select({ value: column }).from(table).orderBy(asc(column))
      return rows.map(({ value }) => value)
    },
    async insertCheckout(
      name: string,
      days: number,
      change: Partial<typeof checkouts.$inferInsert> = {},
    ): Promise<void> {
      await w.db.insert(checkouts).values({
        contentId: item.id,
        creatorId: creator.id,
        listAmount: 1000,
        amount: 1000,
        currency: 'USD',
        platformFeeBps: 2000,
        contentVersion: 1,
        buyerCookieHash: `cookie ${name}`,
        buyerEmail: 'fan@example.com',
        ipHash: 'network',
        supporterName: 'Ana',
        supporterMessage: 'Thank you',
        utmParameters: 'utm_source=mail',
        clientSecretEncrypted: 'secret',
        provider: 'sandbox',
        providerPaymentId: name,
        mode: 'test',
        state: 'canceled',
        createdAt: daysAgo(days),
        expiresAt: daysAgo(days - 1),
        ...change,
      })
    },
  }
}
