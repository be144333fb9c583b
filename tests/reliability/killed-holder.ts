import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { bundleServer } from '../../bench/reliability/bundle.ts'
import { createContent } from '../../contract/content.ts'
import { createDiscount } from '../../contract/discounts.ts'
import { createPaymentIntent } from '../../contract/purchases.ts'
import { connect, emptyDatabase } from '../support/backup-fixture.ts'
import { type CreatedCheckout, createClient } from '../support/http-client.ts'
import { runTool } from '../support/run-tool.ts'
import { startServerProcess } from '../support/server-process.ts'
import { retryUntilSuccess } from './retry.ts'

const code = 'SPRING'

export type Counted = { kind: 'code' | 'stock'; used: number; reserved: number }

/**
 * A server process that sells one copy of an item, with a code for one use. It kills itself with SIGKILL at a named point
 * (bench/reliability/fault-points.ts). Its database outlives it.
 */
export async function openShopOfOne() {
  const connection = await emptyDatabase()
  const { host, port, user, database } = connection
  const databaseUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const settings: Record<string, string> = { DATABASE_URL: databaseUrl, SANDBOX_FAULTS: 'drop=1' }
  const site = await startServerProcess(() => settings, { server: await bundleServer('faulty-server') })
  onTestFinished(() => site.remove())
  const pointFile = join(site.dataDir, 'fault-point')
  settings.FAULT_POINT = pointFile
  await site.start()
  const db = await connect(connection)

  const creator = createClient(site.url)
  await creator.signIn(site, 'mara@example.com')
  const form = new FormData()
  const fields = { title: 'First Frost', price: '15.00', kind: 'text', textContent: 'Frost', maxCopies: '1' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const published = await creator.send('POST', createContent.path, form)
  const { id: contentId } = (await published.json()) as { id: number }
  await creator.send('POST', createDiscount.path, { code, kind: 'percent', percentBps: 2_000, maxUses: 1 })

  return {
    newFan: () => createClient(site.url),
    /** Starts a payment of the copy with the code. The server's refusal is in `refusal`. */
    async starts(fan: ReturnType<typeof createClient>) {
      const response = await fan.send('POST', createPaymentIntent.path, {
        contentId,
        code,
        buyerEmail: 'fan@example.com',
      })
      const body = (await response.json()) as CreatedCheckout & { message?: string }
      return response.ok ? { checkout: body } : { refusal: `${response.status} ${body.message}` }
    },
    /** Does something during which the server is killed, and starts the server again. */
    async killedAt(point: string, act: () => Promise<unknown>): Promise<void> {
      await writeFile(pointFile, point)
      await act().catch(() => undefined)
      for (let waited = 0; site.isRunning() && waited < 2_000; waited += 20) await sleep(20)
      if (site.isRunning()) throw new Error(`The server was not killed at ${point}`)
      await rm(pointFile)
      await site.start()
    },
    /** As if everything had happened so many minutes earlier. */
    async letPass(minutes: number): Promise<void> {
      const moved = (column: string) => `${column} = ${column} - interval '${minutes} minutes'`
      await db.query(
        `update reservations set ${moved('held_until')};
         update checkouts set ${['created_at', 'expires_at', 'next_check_at'].map(moved).join(', ')}`,
      )
    },
    async counted(): Promise<Array<Counted>> {
      const { rows } = await db.query<Counted>('select kind, used, reserved from counters order by kind')
      return rows
    },
    async countPurchases(): Promise<number> {
      const { rowCount } = await db.query('select from purchases')
      return rowCount ?? 0
    },
    /** Pays, and waits until the page says so. */
    async pays(fan: ReturnType<typeof createClient>, checkout: CreatedCheckout): Promise<void> {
      await fan.pay(checkout)
      await retryUntilSuccess(async () => {
        const { purchaseId } = await fan.completeCheckout(checkout)
        if (purchaseId === null) throw new Error('There is no purchase yet')
      })
    },
    verify: () => runTool('verify', [], { DATABASE_URL: databaseUrl, DATA_DIR: site.dataDir }),
  }
}

export type ShopOfOne = Awaited<ReturnType<typeof openShopOfOne>>
