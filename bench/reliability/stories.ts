import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processPayouts } from '../../contract/admin-payouts.ts'
import { createContent } from '../../contract/content.ts'
import { getPayoutRun } from '../../contract/payout-runs.ts'
import { getConnectStatus, startConnectOnboarding } from '../../contract/payouts.ts'
import { buildUrl } from '../../contract/route.ts'
import { completeSandboxOnboarding } from '../../contract/sandbox.ts'
import { retryUntilSuccess, waitUntilTrue } from '../../tests/reliability/retry.ts'
import { type BenchClient, type CreatedCheckout, createClient } from '../../tests/support/http-client.ts'
import type { ServerProcess } from '../../tests/support/server-process.ts'
import { uploadResumably } from './uploads.ts'

export type ScenarioContext = {
  site: ServerProcess
  creator: BenchClient
  admin: BenchClient
  /** The item that every buyer buys, and its bytes. */
  contentId: number
  bytes: Buffer
}

/**
 * What users do, with retries while the server does not answer. `run` returns violations of what the server had
 * confirmed; it throws when it cannot finish. Without webhooks the pages settle the payments.
 */
export type Scenario = {
  name: string
  hasWebhooks?: true
  run(context: ScenarioContext): Promise<Array<string>>
}

export const scenarios: Array<Scenario> = [
  {
    name: 'purchase',
    async run(context) {
      const { fan, checkout } = await pay(context)
      const orderNumber = await settle(fan, checkout)
      return checkDelivery(context, { fan, checkout, orderNumber })
    },
  },
  {
    name: 'purchase settled by webhook',
    hasWebhooks: true,
    async run(context) {
      const { fan, checkout } = await pay(context)
      // Read from the database: a page opened by the buyer would settle the payment itself.
      const orderNumber = await retryUntilSuccess(async () => {
        const [row] = await context.site.query<{ id: string }>(
          `select order_number as id from purchases where ${ofCheckout(checkout)}`,
        )
        if (!row) throw new Error('There is no purchase yet')
        return Number(row.id)
      })
      return checkDelivery(context, { fan, checkout, orderNumber })
    },
  },
  {
    name: 'refund',
    async run(context) {
      const { site, contentId } = context
      const { fan, checkout } = await pay(context)
      await settle(fan, checkout)
      const { accessUrl } = await retryUntilSuccess(() => fan.verifyPurchase(checkout, contentId))
      await waitUntilTrue(async () => {
        // Rejected when the previous attempt succeeded and its response was lost.
        await fan.requestRefund(accessUrl).catch(() => undefined)
        return (
          (await count(site, `purchases where refunded_amount = amount and ${ofCheckout(checkout)}`)) === 1
        )
      })
      await waitForEmails(site)
      const canDownload = await fan.download(contentId).then(
        () => true,
        () => false,
      )
      return canDownload ? ['refunded, and the download still works'] : []
    },
  },
  {
    name: 'resumable upload and publish',
    async run({ site, creator, bytes }) {
      const { id: uploadId, sha256 } = await uploadResumably(site.url, creator, bytes)
      const form = new FormData()
      for (const [name, value] of Object.entries({
        title: 'Harbour loops',
        price: '10.00',
        kind: 'file',
        uploadId,
      }))
        form.set(name, value)
      const contentId = await retryUntilSuccess(async () => {
        const response = await creator.send('POST', createContent.path, form)
        if (!response.ok) throw new Error(`Publishing returned ${response.status}: ${await response.text()}`)
        return ((await response.json()) as { id: number }).id
      })
      const storedCount = await count(site, `files where key = 'files/${uploadId}'`)
      return [
        ...(await checkStoredFile(site, contentId, bytes)),
        ...(sha256 === sha256Of(bytes) ? [] : ['the response has another hash']),
        ...(storedCount === 1 ? [] : [`the upload is in ${storedCount} items`]),
      ]
    },
  },
  {
    name: 'publish by form',
    async run({ site, creator, bytes }) {
      const contentId = await retryUntilSuccess(() => creator.publish(bytes))
      return checkStoredFile(site, contentId, bytes)
    },
  },
  {
    name: 'payout by transfer',
    async run(context) {
      const { site, admin } = context
      const { fan, checkout } = await pay(context)
      await settle(fan, checkout)
      const now = new Date()
      const period = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() }
      await retryUntilSuccess(async () => {
        const response = await admin.send('POST', processPayouts.path, period)
        if (!response.ok) throw new Error(`Payouts returned ${response.status}`)
        const { id } = (await response.json()) as { id: number }
        await waitUntilTrue(async () => {
          const run = await admin.send('GET', buildUrl(getPayoutRun, { params: { id } }))
          return ((await run.json()) as { state: string }).state === 'completed'
        })
      })
      await waitUntilTrue(async () => (await count(site, `payouts where state = 'processing'`)) === 0)
      await waitForEmails(site)
      return []
    },
  },
  {
    name: 'sign-in',
    async run({ site }) {
      const visitor = createClient(site.url)
      await retryUntilSuccess(() => visitor.signIn(site, `fan${Date.now()}@example.com`))
      return []
    },
  },
]

/** Creates a creator with a bank account, an admin and an item for sale. */
export async function createScenarioContext(site: ServerProcess, bytes: Buffer): Promise<ScenarioContext> {
  const [creator, admin] = [createClient(site.url), createClient(site.url)]
  await creator.signIn(site, 'mara@example.com')
  await admin.signIn(site, 'admin@example.com')
  const onboarding = await creator.send(
    'GET',
    buildUrl(startConnectOnboarding, { params: { provider: 'sandbox' } }),
  )
  const address = new URL(onboarding.headers.get('location') ?? '', site.url)
  const token = address.searchParams.get('token')
  await creator.send('POST', completeSandboxOnboarding.path, { token, outcome: 'complete' })
  await creator.send('GET', getConnectStatus.path)
  const contentId = await creator.publish(bytes, '40.00')
  return { site, creator, admin, contentId, bytes }
}

type Paid = { fan: BenchClient; checkout: CreatedCheckout }

async function pay({ site, contentId }: ScenarioContext): Promise<Paid> {
  const fan = createClient(site.url)
  const checkout = await retryUntilSuccess(() => fan.startCheckout(contentId))
  await retryUntilSuccess(() => fan.pay(checkout))
  return { fan, checkout }
}

/** Settles a paid checkout as its page does. Returns the order number. */
function settle(fan: BenchClient, checkout: CreatedCheckout): Promise<number> {
  return retryUntilSuccess(async () => {
    const { purchaseId } = await fan.completeCheckout(checkout)
    if (purchaseId === null) throw new Error('There is no purchase yet')
    return purchaseId
  })
}

async function checkDelivery(
  { site, contentId, bytes }: ScenarioContext,
  { fan, checkout, orderNumber }: Paid & { orderNumber: number },
): Promise<Array<string>> {
  const { purchase } = await retryUntilSuccess(() => fan.verifyPurchase(checkout, contentId))
  const file = await retryUntilSuccess(() => fan.download(contentId))
  await waitForEmails(site)
  return [
    ...(purchase.id === orderNumber ? [] : [`order ${orderNumber} became ${purchase.id}`]),
    ...(file.equals(bytes) ? [] : ['the file differs']),
  ]
}

function ofCheckout({ paymentIntentId }: CreatedCheckout): string {
  return `checkout_id in (select id from checkouts where provider_payment_id = '${paymentIntentId}')`
}

function waitForEmails(site: ServerProcess): Promise<void> {
  return waitUntilTrue(async () => (await count(site, "deliveries where state = 'waiting'")) === 0)
}

async function checkStoredFile(
  site: ServerProcess,
  contentId: number,
  bytes: Buffer,
): Promise<Array<string>> {
  const [row] = await site.query<{ key: string; sha256: string }>(
    `select f.key, f.sha256 from files f join content_parts p on p.file_id = f.id where p.content_id = ${contentId}`,
  )
  const stored = await readFile(join(site.dataDir, 'files', row?.key ?? '')).catch(() => Buffer.alloc(0))
  const isSame = stored.equals(bytes) && row?.sha256 === sha256Of(bytes)
  return isSame ? [] : [`item ${contentId} is not what was sent`]
}

async function count(site: ServerProcess, rows: string): Promise<number> {
  const [row] = await site.query<{ found: string }>(`select count(*) as found from ${rows}`)
  return Number(row?.found)
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
