import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { PartInput } from '../../contract/parts.ts'
import { utcDay } from '../../domain/dates.ts'
import type { Sandbox } from '../adapters/sandbox/provider.ts'
import { users } from '../db/schema/index.ts'
import { claimFree } from '../features/buying/checkout/claim-free.ts'
import { priceOrder, startPaidCheckout } from '../features/buying/checkout/start-checkout.ts'
import { settlePurchase } from '../features/buying/settlement/settle-purchase.ts'
import { createViewBuffer } from '../features/earning/analytics/view-buffer.ts'
import { setLogo, updateBranding } from '../features/earning/pro/branding.ts'
import { refreshSubscription, startSubscription } from '../features/money/subscriptions/service.ts'
import { createBundle } from '../features/selling/bundles/service.ts'
import { createContent } from '../features/selling/content/create-content.ts'
import { addVersion } from '../features/selling/content/versions.ts'
import { createDiscount } from '../features/selling/discounts/service.ts'
import { createUploadService } from '../features/selling/uploads/uploads.ts'
import type { FormPart } from '../http/multipart.ts'
import type { Viewer } from '../http/request-context.ts'
import type { Ports } from '../ports/index.ts'
import type { DemoBundle, DemoCreator, DemoPart, DemoSubscription, Item, Sale } from './demo-data.ts'
import { generateImage, makeFile } from './demo-files.ts'

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
    id: creatorId,
    email: person.email,
    isAdmin: false,
    sessionId: '',
    signedInAt: clock.now(),
  })

  const published: Array<Published> = []
  for (const item of person.items) {
    clock.set(new Date(today - 44 * dayMs + published.length * 3_600_000))
    const parts = item.parts && (await uploadParts(ports, viewer(), item.parts))
    const { id } = await createContent(
      ports,
      viewer(),
      formOf(withRelease(withUpgrade(item, published), today), parts),
    )
    published.push({ item, contentId: id })
  }
  if (person.discount) {
    const terms = { kind: 'percent' as const, appliesTo: 'all' as const, timeZone: 'UTC' }
    await createDiscount(ports, viewer(), {
      ...terms,
      ...person.discount,
      contentIds: [],
      firstPurchaseOnly: false,
    })
  }
  if (person.bundle) published.push(await publishBundle(ports, viewer(), person.bundle, published))
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
  for (const { contentId: id, item } of published) {
    if (!item.note) continue
    setDaysAgo(item.note.daysAgo)
    await addVersion(ports, viewer(), { id, number: '', notes: item.note.text, emailBuyers: false })
  }
  return counts
}

type Published = { item: Item; contentId: number }

/** The fields of an item with those of the upgrade that it is. */
function withUpgrade(item: Item, published: ReadonlyArray<Published>): Item {
  const { upgradeFrom, fields } = item
  const from = published.find(({ item: earlier }) => earlier.fields.title === upgradeFrom?.title)
  if (!upgradeFrom || !from) return item
  return {
    ...item,
    fields: { ...fields, upgradeFromId: String(from.contentId), upgradeAmount: upgradeFrom.amount },
  }
}

async function publishBundle(
  ports: Ports,
  viewer: Viewer,
  { title, description, price, titles, ...item }: DemoBundle,
  published: ReadonlyArray<Published>,
): Promise<Published> {
  const items = titles.flatMap(
    (wanted) => published.find(({ item: { fields } }) => fields.title === wanted)?.contentId ?? [],
  )
  const input = { title, description, price, items, status: 'published', pricingModel: 'fixed' } as const
  const { id } = await createBundle(ports, viewer, {
    ...input,
    offersCompletion: true,
    previewFocus: { x: 50, y: 50 },
  })
  return { item: { fields: { title }, ...item }, contentId: id }
}

/** The sales of all items, oldest first. */
function byDate(published: ReadonlyArray<Published>) {
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
    id,
    email,
    handle,
    bio,
    links,
    firstName,
    name: firstName,
    emailVerified: true,
    createdAt: now,
    updatedAt: now,
  })
  return id
}

/** Uploads the files of an item of several parts, and returns its form's list. */
async function uploadParts(ports: Ports, viewer: Viewer, parts: Array<DemoPart>) {
  const uploads = createUploadService(ports)
  const inputs: Array<Partial<PartInput>> = []
  for (const part of parts) {
    const { section, name } = part
    if ('link' in part) inputs.push({ kind: 'link', section, name, url: part.link })
    else if ('text' in part) inputs.push({ kind: 'text', section, name, text: part.text })
    else {
      const bytes = await makeFile(part.file)
      const uploadId = uploads.newId()
      await uploads.create(viewer, { id: uploadId, name: part.file.name, size: bytes.length })
      await uploads.append(viewer, uploadId, { offset: 0, bytes: Readable.from([bytes]) })
      const access = part.file.generator === 'booklet' ? 'view' : 'stream'
      inputs.push({ kind: 'file', section, name, access, uploadId })
    }
  }
  return inputs
}

/** The item with its release day, counted from today. */
function withRelease(item: Item, today: number): Item {
  const { releaseInDays, fields } = item
  if (releaseInDays === undefined) return item
  const day = utcDay(new Date(today + releaseInDays * dayMs))
  return { ...item, fields: { ...fields, releaseAt: `${day}T18:00`, releaseTimeZone: 'Europe/Rome' } }
}

async function* formOf(
  { fields, file, preview }: Item,
  parts: Array<Partial<PartInput>> | undefined,
): AsyncGenerator<FormPart> {
  for (const [name, value] of Object.entries(fields)) yield { kind: 'field', name, value }
  if (parts) yield { kind: 'field', name: 'parts', value: JSON.stringify(parts) }
  if (preview) {
    const bytes = Readable.from([await generateImage(preview)])
    yield { kind: 'file', name: 'previewImage', fileName: 'preview.png', bytes }
  }
  if (file)
    yield {
      kind: 'file',
      name: 'file',
      fileName: file.name,
      bytes: Readable.from([await makeFile(file)]),
    }
}

type SeedSaleInput = { contentId: number; sale: Sale; clock: SeedClock }

/** Makes one checkout; false when the card is declined, and for what is free, which is no sale. */
async function seedSale(
  ports: Ports,
  sandbox: Sandbox,
  { contentId, sale, clock }: SeedSaleInput,
): Promise<boolean> {
  const fan = sale.buyer ?? buyerNames[ports.newPublicId() % buyerNames.length] ?? 'fan'
  const email = `${fan}@example.com`
  const buyerCookieHash = `story/${sale.buyer ?? ports.newPublicId()}`
  const source = saleSources[Math.round(sale.daysAgo) % saleSources.length] ?? ''
  const order = {
    contentId,
    customAmount: sale.amount,
    ...(sale.code && { code: sale.code }),
    ...(sale.paysAsOwner && { paysAsOwner: sale.paysAsOwner }),
    buyerEmail: email,
    buyerCookieHash,
    source,
    ...sale.supporter,
  }
  const priced = await priceOrder(ports, order)
  if (priced.price.amount === 0) {
    await claimFree(ports, order, priced)
    return false
  }
  const { clientSecret, paymentIntentId } = await startPaidCheckout(ports, order, priced)
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

/** Pays for Pro with a test card, and sets the branding. */
async function seedProSubscription(
  ports: Ports,
  sandbox: Sandbox,
  viewer: Viewer,
  { accentColor }: DemoSubscription,
): Promise<void> {
  const { clientSecret } = await startSubscription(ports, viewer)
  await sandbox.confirm({ clientSecret, card: 'paid', receiptEmail: viewer.email, returnUrl: '/dashboard' })
  await refreshSubscription(ports, viewer)
  await updateBranding(ports, viewer, { accentColor, hidesPlatformName: true })
  await setLogo(ports, viewer, logoForm(await drawLogo(accentColor)))
}

async function* logoForm(bytes: Buffer): AsyncGenerator<FormPart> {
  yield { kind: 'file', name: 'logo', fileName: 'logo.png', bytes: Readable.from([bytes]) }
}

/** A logo of three hills under a sun, wide, on a transparent background. */
function drawLogo(color: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="120"><circle cx="250" cy="58" r="34" fill="#f2a65a"/>
<path d="M10 104 L92 30 L150 84 L196 46 L262 104Z" fill="${color}"/><path d="M176 104 L246 62 L350 104Z" fill="${color}" opacity=".6"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** View sources, the common ones more often. */
const sources = [
  { utmParameters: 'utm_source=instagram', referrer: '' },
  { utmParameters: '', referrer: '' },
  { utmParameters: 'utm_source=newsletter', referrer: '' },
  { utmParameters: '', referrer: 'www.youtube.com' },
  { utmParameters: 'utm_source=instagram', referrer: '' },
  { utmParameters: '', referrer: 'forum.example.org' },
]

type ContentViews = { contentId: number; viewsPerDay: number }

/** Records views over a number of days, each by another visitor; weekends have more. */
async function seedViews(
  ports: Ports,
  clock: SeedClock,
  { items, days }: { items: Array<ContentViews>; days: number },
): Promise<void> {
  const viewBuffer = createViewBuffer(ports)
  const today = Date.now()
  for (let daysAgo = days; daysAgo > 0; daysAgo--) {
    clock.set(new Date(today - daysAgo * dayMs))
    const dailyFactor =
      1 + 0.5 * Math.sin(daysAgo / 2.3) + ([0, 6].includes(clock.now().getUTCDay()) ? 0.6 : 0)
    for (const { contentId, viewsPerDay } of items) {
      for (let visitor = 0; visitor < Math.round(viewsPerDay * dailyFactor); visitor++) {
        const address = `2001:db8:${daysAgo.toString(16)}:${visitor.toString(16)}::1`
        const source = sources[(visitor * 7 + daysAgo) % sources.length]
        viewBuffer.record({
          contentId,
          address,
          agent: userAgent,
          viewerId: undefined,
          utmParameters: source?.utmParameters ?? '',
          referrer: source?.referrer ?? '',
        })
      }
    }
  }
  await viewBuffer.stop()
}
