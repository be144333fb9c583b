import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processPayouts } from '../../contract/admin.ts'
import { createContent } from '../../contract/content.ts'
import { getPayoutRun } from '../../contract/payout-runs.ts'
import { getConnectStatus, startConnectOnboarding } from '../../contract/payouts.ts'
import { buildUrl } from '../../contract/route.ts'
import { completeSandboxOnboarding } from '../../contract/sandbox-connect.ts'
import { type BenchClient, type CreatedCheckout, createClient } from '../../tests/support/http-client.ts'
import type { ServerProcess } from '../../tests/support/server-process.ts'
import { uploadResumably } from './resumable.ts'
import { retryUntilSuccess, waitUntilTrue } from './retry.ts'

export type ScenarioContext = {
  site: ServerProcess
  creator: BenchClient
  admin: BenchClient
  /** The item that every buyer buys, and its bytes. */
  contentId: number
  bytes: Buffer
}

/**
 * A sequence of user actions with retries while the server does not answer. `run` returns violations of what the server
 * had confirmed; it throws when it cannot finish.
 */
export type Scenario = {
  name: string
  /** Whether webhooks are delivered; otherwise the pages settle the payments. */
  hasWebhooks: boolean
  run(context: ScenarioContext): Promise<Array<string>>
}

export const scenarios: Array<Scenario> = [
  { name: 'purchase', hasWebhooks: false, run: runPurchase },
  { name: 'purchase settled by webhook', hasWebhooks: true, run: runWebhookSettlement },
  { name: 'refund', hasWebhooks: false, run: runRefund },
  { name: 'resumable upload and publish', hasWebhooks: false, run: runUploadAndPublish },
  { name: 'publish by form', hasWebhooks: false, run: runFormPublish },
  { name: 'payout by transfer', hasWebhooks: false, run: runPayout },
  { name: 'sign-in', hasWebhooks: false, run: runSignIn },
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

type Bought = { fan: BenchClient; checkout: CreatedCheckout; orderNumber: number }

async function buy({ site, contentId }: ScenarioContext): Promise<Bought> {
  const fan = createClient(site.url)
  const checkout = await retryUntilSuccess(() => fan.startCheckout(contentId))
  await retryUntilSuccess(() => fan.pay(checkout))
  const orderNumber = await retryUntilSuccess(async () => {
    const { purchaseId } = await fan.completeCheckout(checkout)
    if (purchaseId === null) throw new Error('There is no purchase yet')
    return purchaseId
  })
  return { fan, checkout, orderNumber }
}

async function runPurchase(context: ScenarioContext): Promise<Array<string>> {
  return checkDelivery(context, await buy(context))
}

async function checkDelivery(
  context: ScenarioContext,
  { fan, checkout, orderNumber }: Bought,
): Promise<Array<string>> {
  const { site, contentId, bytes } = context
  const { purchase } = await retryUntilSuccess(() => fan.verifyPurchase(checkout, contentId))
  const file = await retryUntilSuccess(() => fan.download(contentId))
  await waitForEmails(site)
  return [
    ...(purchase.id === orderNumber ? [] : [`order ${orderNumber} became ${purchase.id}`]),
    ...(file.equals(bytes) ? [] : ['the file differs']),
  ]
}

/** Reads the database: a page opened by the buyer would settle the payment itself. */
async function runWebhookSettlement(context: ScenarioContext): Promise<Array<string>> {
  const { site, contentId } = context
  const fan = createClient(site.url)
  const checkout = await retryUntilSuccess(() => fan.startCheckout(contentId))
  await retryUntilSuccess(() => fan.pay(checkout))
  const orderNumber = await retryUntilSuccess(async () => {
    const [row] = await site.query<{ id: string }>(
      `select order_number as id from purchases where ${ofCheckout(checkout)}`,
    )
    if (!row) throw new Error('There is no purchase yet')
    return Number(row.id)
  })
  return checkDelivery(context, { fan, checkout, orderNumber })
}

async function runRefund(context: ScenarioContext): Promise<Array<string>> {
  const { site, contentId } = context
  const { fan, checkout } = await buy(context)
  const { accessUrl } = await retryUntilSuccess(() => fan.verifyPurchase(checkout, contentId))
  await waitUntilTrue(async () => {
    // Rejected when the previous attempt succeeded and its response was lost.
    await fan.requestRefund(accessUrl).catch(() => undefined)
    return (
      (await count(site, `from purchases where refunded_amount = amount and ${ofCheckout(checkout)}`)) === 1
    )
  })
  await waitForEmails(site)
  const canDownload = await fan.download(contentId).then(
    () => true,
    () => false,
  )
  return canDownload ? ['refunded, and the download still works'] : []
}

function ofCheckout({ paymentIntentId }: CreatedCheckout): string {
  return `checkout_id in (select id from checkouts where provider_payment_id = '${paymentIntentId}')`
}

function waitForEmails(site: ServerProcess): Promise<void> {
  return waitUntilTrue(async () => (await count(site, "from deliveries where state = 'waiting'")) === 0)
}

async function runUploadAndPublish({ site, creator, bytes }: ScenarioContext): Promise<Array<string>> {
  const { id: uploadId, sha256 } = await uploadResumably(site.url, creator, bytes)
  const fields = { title: 'Harbour loops', price: '10.00', kind: 'file', uploadId }
  const contentId = await retryUntilSuccess(() => publish(creator, fields))
  const storedCount = await count(site, `from files where key = 'files/${uploadId}'`)
  return [
    ...(await checkStoredFile(site, contentId, bytes)),
    ...(sha256 === sha256Of(bytes) ? [] : ['the response has another hash']),
    ...(storedCount === 1 ? [] : [`the upload is in ${storedCount} items`]),
  ]
}

async function runFormPublish({ site, creator, bytes }: ScenarioContext): Promise<Array<string>> {
  const contentId = await retryUntilSuccess(() => creator.publish(bytes))
  return checkStoredFile(site, contentId, bytes)
}

async function publish(creator: BenchClient, fields: Record<string, string>): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const response = await creator.send('POST', createContent.path, form)
  if (!response.ok) throw new Error(`Publishing returned ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { id: number }).id
}

async function checkStoredFile(
  site: ServerProcess,
  contentId: number,
  bytes: Buffer,
): Promise<Array<string>> {
  const [row] = await site.query<{ key: string; sha256: string }>(
    `select f.key, f.sha256 from files f join content_items c on c.file_id = f.id where c.id = ${contentId}`,
  )
  const stored = await readFile(join(site.dataDir, 'files', row?.key ?? '')).catch(() => Buffer.alloc(0))
  const isSame = stored.equals(bytes) && row?.sha256 === sha256Of(bytes)
  return isSame ? [] : [`item ${contentId} is not what was sent`]
}

async function runPayout(context: ScenarioContext): Promise<Array<string>> {
  const { site, admin } = context
  await buy(context)
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
  await waitUntilTrue(async () => (await count(site, `from payouts where state = 'processing'`)) === 0)
  await waitForEmails(site)
  return []
}

async function runSignIn({ site }: ScenarioContext): Promise<Array<string>> {
  const visitor = createClient(site.url)
  await retryUntilSuccess(() => visitor.signIn(site, `fan${Date.now()}@example.com`))
  return []
}

async function count(site: ServerProcess, from: string): Promise<number> {
  const [row] = await site.query<{ found: string }>(`select count(*) as found ${from}`)
  return Number(row?.found)
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
