import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processPayouts } from '../../contract/admin.ts'
import { createContent } from '../../contract/content.ts'
import { getPayoutRun } from '../../contract/payout-runs.ts'
import { getConnectStatus, startConnectOnboarding } from '../../contract/payouts.ts'
import { buildUrl } from '../../contract/route.ts'
import { completeSandboxOnboarding } from '../../contract/sandbox-connect.ts'
import { type BenchClient, type CreatedCheckout, createClient } from '../http-client.ts'
import type { ServerProcess } from '../server-process.ts'
import { uploadsResumably } from './resumable.ts'
import { untilDone, untilTrue } from './retry.ts'

export type Cast = {
  site: ServerProcess
  creator: BenchClient
  admin: BenchClient
  /** The item that every buyer buys, and its bytes. */
  contentId: number
  bytes: Buffer
}

/**
 * A sequence of user actions with retries while the server does not answer. Returns violations of what the server had confirmed; throws when it cannot finish.
 */
export type Story = {
  name: string
  /** Whether webhooks are delivered; otherwise the pages settle the payments. */
  hasWebhooks: boolean
  play(cast: Cast): Promise<Array<string>>
}

export const stories: Array<Story> = [
  { name: 'purchase', hasWebhooks: false, play: isBought },
  { name: 'purchase settled by webhook', hasWebhooks: true, play: isSettledByWebhook },
  { name: 'refund', hasWebhooks: false, play: isRefunded },
  { name: 'resumable upload and publish', hasWebhooks: false, play: publishesUpload },
  { name: 'publish by form', hasWebhooks: false, play: publishesForm },
  { name: 'payout by transfer', hasWebhooks: false, play: isPaidOut },
  { name: 'sign-in', hasWebhooks: false, play: signsInAgain },
]

/** Creates a creator with a bank account, an admin and an item for sale. */
export async function createCast(site: ServerProcess, bytes: Buffer): Promise<Cast> {
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

type Bought = { fan: BenchClient; checkout: CreatedCheckout; order: number }

async function buys({ site, contentId }: Cast): Promise<Bought> {
  const fan = createClient(site.url)
  const checkout = await untilDone(() => fan.startCheckout(contentId))
  await untilDone(() => fan.pay(checkout))
  const order = await untilDone(async () => {
    const { purchaseId } = await fan.completeCheckout(checkout)
    if (purchaseId === null) throw new Error('There is no purchase yet')
    return purchaseId
  })
  return { fan, checkout, order }
}

async function isBought(cast: Cast): Promise<Array<string>> {
  return isDelivered(cast, await buys(cast))
}

async function isDelivered(cast: Cast, { fan, checkout, order }: Bought): Promise<Array<string>> {
  const { site, contentId, bytes } = cast
  const { purchase } = await untilDone(() => fan.verifyPurchase(checkout, contentId))
  const file = await untilDone(() => fan.download(contentId))
  await allMailIsSent(site)
  return [
    ...(purchase.id === order ? [] : [`order ${order} became ${purchase.id}`]),
    ...(file.equals(bytes) ? [] : ['the file differs']),
  ]
}

/** Reads the database: a page opened by the buyer would settle the payment itself. */
async function isSettledByWebhook(cast: Cast): Promise<Array<string>> {
  const { site, contentId } = cast
  const fan = createClient(site.url)
  const checkout = await untilDone(() => fan.startCheckout(contentId))
  await untilDone(() => fan.pay(checkout))
  const order = await untilDone(async () => {
    const [row] = await site.query<{ id: string }>(
      `select order_number as id from purchases where ${isOf(checkout)}`,
    )
    if (!row) throw new Error('There is no purchase yet')
    return Number(row.id)
  })
  return isDelivered(cast, { fan, checkout, order })
}

async function isRefunded(cast: Cast): Promise<Array<string>> {
  const { site, contentId } = cast
  const { fan, checkout } = await buys(cast)
  const { accessUrl } = await untilDone(() => fan.verifyPurchase(checkout, contentId))
  await untilTrue(async () => {
    // Rejected when the previous attempt succeeded and its response was lost.
    await fan.requestRefund(accessUrl).catch(() => undefined)
    return (await count(site, `from purchases where refunded_amount = amount and ${isOf(checkout)}`)) === 1
  })
  await allMailIsSent(site)
  const isOpen = await fan.download(contentId).then(
    () => true,
    () => false,
  )
  return isOpen ? ['refunded and still open'] : []
}

function isOf({ paymentIntentId }: CreatedCheckout): string {
  return `checkout_id in (select id from checkouts where provider_payment_id = '${paymentIntentId}')`
}

function allMailIsSent(site: ServerProcess): Promise<void> {
  return untilTrue(async () => (await count(site, 'from outbox_emails where sent_at is null')) === 0)
}

async function publishesUpload({ site, creator, bytes }: Cast): Promise<Array<string>> {
  const { id: uploadId, sha256 } = await uploadsResumably(site.url, creator, bytes)
  const fields = { title: 'Harbour loops', price: '10.00', kind: 'file', uploadId }
  const contentId = await untilDone(() => publish(creator, fields))
  const storedCount = await count(site, `from files where key = 'files/${uploadId}'`)
  return [
    ...(await isStored(site, contentId, bytes)),
    ...(sha256 === sha256Of(bytes) ? [] : ['the response has another hash']),
    ...(storedCount === 1 ? [] : [`the upload is in ${storedCount} items`]),
  ]
}

async function publishesForm({ site, creator, bytes }: Cast): Promise<Array<string>> {
  const contentId = await untilDone(() => creator.publish(bytes))
  return isStored(site, contentId, bytes)
}

async function publish(creator: BenchClient, fields: Record<string, string>): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const answer = await creator.send('POST', createContent.path, form)
  if (!answer.ok) throw new Error(`Publishing returned ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { id: number }).id
}

async function isStored(site: ServerProcess, contentId: number, bytes: Buffer): Promise<Array<string>> {
  const [row] = await site.query<{ key: string; sha256: string }>(
    `select f.key, f.sha256 from files f join content_items c on c.file_id = f.id where c.id = ${contentId}`,
  )
  const stored = await readFile(join(site.dataDir, 'files', row?.key ?? '')).catch(() => Buffer.alloc(0))
  const isSame = stored.equals(bytes) && row?.sha256 === sha256Of(bytes)
  return isSame ? [] : [`item ${contentId} is not what was sent`]
}

async function isPaidOut(cast: Cast): Promise<Array<string>> {
  const { site, admin } = cast
  await buys(cast)
  const now = new Date()
  const period = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() }
  await untilDone(async () => {
    const answer = await admin.send('POST', processPayouts.path, period)
    if (!answer.ok) throw new Error(`Payouts returned ${answer.status}`)
    const { id } = (await answer.json()) as { id: number }
    await untilTrue(async () => {
      const run = await admin.send('GET', buildUrl(getPayoutRun, { params: { id } }))
      return ((await run.json()) as { state: string }).state === 'completed'
    })
  })
  await untilTrue(async () => (await count(site, `from payouts where state = 'processing'`)) === 0)
  await allMailIsSent(site)
  return []
}

async function signsInAgain({ site }: Cast): Promise<Array<string>> {
  const visitor = createClient(site.url)
  await untilDone(() => visitor.signIn(site, `fan${Date.now()}@example.com`))
  return []
}

async function count(site: ServerProcess, from: string): Promise<number> {
  const [row] = await site.query<{ found: string }>(`select count(*) as found ${from}`)
  return Number(row?.found)
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
