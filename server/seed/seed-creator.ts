import { Readable } from 'node:stream'
import type { Sandbox } from '../adapters/sandbox/provider.ts'
import { users } from '../db/schema/index.ts'
import { startCheckout } from '../features/checkout/start-checkout.ts'
import { createContent } from '../features/content/create-content.ts'
import { settlePurchase } from '../features/settlement/settle-purchase.ts'
import type { FormPart } from '../http/multipart.ts'
import type { Ports } from '../ports/index.ts'
import { generateImage, makeFile } from './demo-files.ts'
import type { DemoCreator, Item, Sale } from './demo-types.ts'
import { seedProSubscription } from './pro-subscription.ts'
import { seedViews } from './views.ts'

/** A clock that is set to each time of the demo data. */
export type SeedClock = { now(): Date; set(moment: Date): void }

const dayMs = 24 * 3_600_000
/** Sources of the sales, the newsletter most often. */
const saleSources = [
  'utm_source=newsletter',
  'utm_source=instagram',
  '',
  'referrer=www.youtube.com',
  'utm_source=newsletter',
]
const buyerNames = ['ada', 'bo', 'cleo', 'dev', 'elif', 'fynn', 'gita', 'hugo']

export type SeedCounts = { items: number; sales: number; refunds: number }

/** Creates a creator's data through the site's own use cases, in chronological order. */
export async function seedCreator(
  ports: Ports,
  sandbox: Sandbox,
  clock: SeedClock,
  person: DemoCreator,
): Promise<SeedCounts> {
  const today = Date.now()
  const setDaysAgo = (days: number) => clock.set(new Date(today - days * dayMs))
  setDaysAgo(45)
  const creatorId = await signUp(ports, person)
  const viewer = () => ({
    ...{ id: creatorId, email: person.email, isAdmin: false, sessionId: '' },
    signedInAt: clock.now(),
  })

  const published: Array<{ item: Item; contentId: number }> = []
  for (const item of person.items) {
    clock.set(new Date(today - 44 * dayMs + published.length * 3_600_000))
    const { id } = await createContent(ports, viewer(), formOf(item))
    published.push({ item, contentId: id })
  }
  const viewedItems = published.map(({ item, contentId }) => ({
    contentId,
    viewsPerDay: item.viewsPerDay ?? 3,
  }))
  await seedViews(ports, clock, { items: viewedItems, days: 43 })

  const counts = { items: published.length, sales: 0, refunds: 0 }
  let pro = person.pro
  for (const { contentId, sale } of byDate(published)) {
    if (pro && pro.daysAgo >= sale.daysAgo) {
      setDaysAgo(pro.daysAgo)
      await seedProSubscription(ports, sandbox, viewer(), pro)
      pro = undefined
    }
    setDaysAgo(sale.daysAgo)
    const sold = await seedSale(ports, sandbox, { contentId, sale, clock })
    counts.sales += sold ? 1 : 0
    counts.refunds += sold && sale.refund ? 1 : 0
  }
  return counts
}

/** The sales of all items, oldest first. */
function byDate(published: Array<{ item: Item; contentId: number }>) {
  return published
    .flatMap(({ item, contentId }) => item.sales.map((sale) => ({ contentId, sale })))
    .toSorted((one, other) => other.sale.daysAgo - one.sale.daysAgo)
}

async function signUp(
  { db, newPublicId, clock }: Ports,
  { email, firstName, handle, bio, links }: DemoCreator,
): Promise<string> {
  const id = String(newPublicId())
  const now = clock.now()
  await db.insert(users).values({
    ...{ id, email, handle, bio, links, firstName },
    ...{ name: firstName, emailVerified: true, createdAt: now, updatedAt: now },
  })
  return id
}

async function* formOf({ fields, file, preview }: Item): AsyncGenerator<FormPart> {
  for (const [name, value] of Object.entries(fields)) yield { kind: 'field', name, value }
  if (preview) {
    const bytes = Readable.from([await generateImage(preview)])
    yield { kind: 'file', name: 'previewImage', fileName: 'preview.png', bytes }
  }
  if (file)
    yield {
      kind: 'file',
      name: 'file',
      fileName: file.name,
      bytes: Readable.from([await makeFile(file.generator)]),
    }
}

type SeedSaleInput = { contentId: number; sale: Sale; clock: SeedClock }

/** Makes one checkout; false when the card is declined. */
async function seedSale(
  ports: Ports,
  sandbox: Sandbox,
  { contentId, sale, clock }: SeedSaleInput,
): Promise<boolean> {
  const fan = buyerNames[ports.newPublicId() % buyerNames.length] ?? 'fan'
  const email = `${fan}@example.com`
  const buyerCookieHash = `story/${ports.newPublicId()}`
  const source = saleSources[Math.round(sale.daysAgo) % saleSources.length] ?? ''
  const order = {
    contentId,
    customAmount: sale.amount,
    buyerEmail: email,
    buyerCookieHash,
    source,
    ...sale.supporter,
  }
  const { clientSecret, paymentIntentId } = await startCheckout(ports, order)
  const card = sale.card ?? 'paid'
  await sandbox.confirm({ clientSecret, card, receiptEmail: email, returnUrl: '/success' })
  if (card === 'declined') return false
  if (card === 'authenticate') await sandbox.authenticate({ clientSecret, outcome: 'complete' })
  if (card === 'slow') clock.set(new Date(clock.now().getTime() + 11_000))
  await settlePurchase(ports, paymentIntentId)

  if (sale.refund) {
    clock.set(new Date(clock.now().getTime() + dayMs))
    const { amount } = await sandbox.getPayment(paymentIntentId)
    const refundedAmount = sale.refund === 'all' ? amount : sale.refund
    await sandbox.refund(
      { paymentId: paymentIntentId, amount: refundedAmount, reason: 'requested' },
      `story:${paymentIntentId}`,
    )
    await settlePurchase(ports, paymentIntentId)
  }
  return true
}
