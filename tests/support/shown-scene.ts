import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { suspendCreator } from '../../contract/admin-overview.ts'
import { deleteContent } from '../../contract/content.ts'
import { setContentStatus } from '../../contract/content-editing.ts'
import { updateInstanceSettings } from '../../contract/instance-settings.ts'
import { listPendingReviews, rejectContent, takeDownContent } from '../../contract/moderation.ts'
import { completePayment, getAccess, type PurchaseAccess, verifyPurchase } from '../../contract/purchases.ts'
import { refundSale } from '../../contract/sales.ts'
import { deleteAccount } from '../../contract/settings.ts'
import { contentItems, contentParts, purchases, teaserParts, users } from '../../server/db/schema/index.ts'
import type { CreatorClient, TestApp, Visitor } from './test-app.ts'

/** Every state of an item and its people, in which each route is asked. */
export const states = [
  'onSale',
  'draft',
  'unpublished',
  'inReview',
  'rejected',
  'takenDown',
  'withdrawn',
  'deleted',
  'suspended',
  'accountDeleted',
  'refunded',
  'disputed',
  'waiting',
] as const
export type State = (typeof states)[number]

/** What is known of an item from before it came into its state: each address that somebody may have kept. */
export type Scene = {
  id: number
  /** Its name in its address; of one that was never published, a guess. */
  slug: string
  creator: CreatorClient
  /** Who bought it, or somebody without a purchase. */
  buyer: Visitor
  handle: string
  photo: string
  logo: string
  preview: string
  teaser: string
  /** The id of the item's second part, a file as the first. */
  secondPart: number
  test: { token: string; fileUrl: string; secondFileUrl: string }
  /** Undefined for an item that was never sold. */
  bought:
    | {
        token: string
        fileUrl: string
        secondFileUrl: string
        ticket: string
        paymentIntentId: string
        orderNumber: number
      }
    | undefined
}

/** An item in each state, with its buyers, links and images, in one instance whose first publications are reviewed. */
export async function shownScenes(w: TestApp) {
  const image = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'tomato' } })
    .webp()
    .toBuffer()
  const store = async (key: string) => {
    await w.ports.fileStore.put(key, Readable.from([image]), { maxBytes: image.length })
    return key
  }
  const admin = await w.creator('admin@example.com')

  async function signUp(handle: string) {
    const creator = await w.creator(`${handle}@example.com`)
    const ids = { photo: w.ports.newPublicId(), logo: w.ports.newPublicId() }
    const photoKey = await store(`photos/${ids.photo}`)
    const logoKey = await store(`logos/${ids.logo}`)
    const firstName = `${handle[0]?.toUpperCase()}${handle.slice(1)}`
    await w.db
      .update(users)
      .set({ handle, firstName, plan: 'pro', photoKey, logoKey })
      .where(eq(users.id, creator.id))
    return { creator, handle, photo: `/api/photos/${ids.photo}`, logo: `/api/logos/${ids.logo}` }
  }

  async function publish(
    owner: Awaited<ReturnType<typeof signUp>>,
    { status = 'published', isSold = true }: { status?: string; isSold?: boolean } = {},
  ): Promise<Scene> {
    const { creator } = owner
    const { id } = await creator.publishFile({ status, accessType: 'view' })
    const [item] = await w.db.select().from(contentItems).where(eq(contentItems.id, id))
    const [first] = await w.db.select().from(contentParts).where(eq(contentParts.contentId, id))
    if (!first) throw new Error(`Item ${id} has no part`)
    const { id: _, ...columns } = first
    const [second] = await w.db
      .insert(contentParts)
      .values({ ...columns, position: 2 })
      .returning({ id: contentParts.id })
    const version = randomUUID()
    const previewImageKey = await store(`previews/${version}`)
    await w.db.update(contentItems).set({ previewImageKey }).where(eq(contentItems.id, id))
    const part = { contentId: id, creatorId: creator.id, kind: 'picture', mimeType: 'image/webp' } as const
    const [teaser] = await w.db
      .insert(teaserParts)
      .values({
        ...part,
        key: await store(`teasers/${version}`),
        sizeBytes: image.length,
        width: 40,
        height: 20,
        position: 0,
        createdAt: w.clock.now(),
      })
      .returning({ id: teaserParts.id })
    const buyer = w.visitor()
    return {
      ...owner,
      id,
      buyer,
      secondPart: second?.id ?? 0,
      slug: item?.slug ?? 'loops',
      preview: `/api/content/${id}/preview-image?v=${version}`,
      teaser: `/api/content/${id}/teaser/${teaser?.id}?v=${version}`,
      test: await testPurchase(creator, id),
      bought: status === 'published' && isSold ? await purchase(buyer, id) : undefined,
    }
  }

  async function testPurchase(creator: CreatorClient, id: number) {
    const { headers } = await startTestPurchase(creator, id)
    const token = String(headers.location).split('/').at(-1) ?? ''
    const { body } = await creator.call(getAccess, { params: { token } })
    return { token, ...fileUrlsOf(body.content) }
  }

  async function purchase(buyer: Visitor, id: number) {
    const { paymentIntentId, purchaseId: orderNumber } = await buyer.purchase(id)
    const query = { payment_intent: paymentIntentId, content_id: id }
    const { body } = await buyer.call(verifyPurchase, { query })
    const token = body.accessUrl.split('/').at(-1) ?? ''
    const ticket = body.ticket.pictureUrl ?? ''
    return { token, ...fileUrlsOf(body.content), ticket, paymentIntentId, orderNumber }
  }

  const mara = await signUp('mara')
  const [sven, dora] = [await signUp('sven'), await signUp('dora')]
  const onSale = await publish(mara)
  const draft = await publish(mara, { status: 'draft' })
  const unpublished = await publish(mara)
  const takenDown = await publish(mara)
  const withdrawn = await publish(mara)
  const deleted = await publish(mara)
  const refunded = await publish(mara)
  const disputed = await publish(mara)
  const waiting = await publish(mara)
  const suspended = await publish(sven)
  const accountDeleted = await publish(dora)

  const params = ({ id }: Scene) => ({ params: { id } })
  await done(mara.creator.call(setContentStatus, { ...params(unpublished), body: { status: 'draft' } }))
  await done(admin.call(takeDownContent, { ...params(takenDown), body: { reason: 'Stolen' } }))
  const withdrawal = { reason: 'Stolen', revokeBuyerAccess: true }
  await done(admin.call(takeDownContent, { ...params(withdrawn), body: withdrawal }))
  await done(mara.creator.call(deleteContent, params(deleted)))
  await done(
    admin.call(suspendCreator, {
      params: { id: Number(sven.creator.id) },
      body: { reason: 'Spam' },
    }),
  )
  await done(
    dora.creator.call(deleteAccount, { body: { email: 'dora@example.com', forfeitedBalance: '10.00' } }),
  )
  await done(
    mara.creator.call(refundSale, {
      params: { id: refunded.bought?.orderNumber },
      body: { amount: '10.00', refunded: '0.00', reason: '' },
    }),
  )
  await w.sandbox.simulate.dispute(disputed.bought?.paymentIntentId ?? '', 'open')
  await done(
    disputed.buyer.call(completePayment, {
      params: { paymentIntentId: disputed.bought?.paymentIntentId },
    }),
  )

  // Its buyer has addresses of files that were signed before, as if the clock went back to before the release.
  const releaseAt = new Date(w.clock.now().getTime() + 24 * 3_600_000)
  await w.db
    .update(contentItems)
    .set({ releaseAt, releaseTimeZone: 'Europe/Rome' })
    .where(eq(contentItems.id, waiting.id))
  await w.db
    .update(purchases)
    .set({ promisedReleaseAt: releaseAt })
    .where(eq(purchases.contentId, waiting.id))

  await done(admin.call(updateInstanceSettings, { body: { moderation: 'first_publish' } }))
  const inReview = await publish(await signUp('nina'), { isSold: false })
  const rejected = await publish(await signUp('rita'), { isSold: false })
  const { reviews } = (await admin.call(listPendingReviews)).body
  const version = reviews.find(({ item }) => item.id === rejected.id)?.item.version
  await done(admin.call(rejectContent, { ...params(rejected), body: { version, reason: 'Not yours' } }))

  const scenes: Record<State, Scene> = {
    onSale,
    draft,
    unpublished,
    inReview,
    rejected,
    takenDown,
    withdrawn,
    deleted,
    suspended,
    accountDeleted,
    refunded,
    disputed,
    waiting,
  }
  return { scenes, admin, other: (await signUp('otto')).creator }
}

function fileUrlsOf({ fileUrl, parts: [, second] }: PurchaseAccess['content']) {
  return { fileUrl: fileUrl ?? '', secondFileUrl: second?.kind === 'file' ? (second.url ?? '') : '' }
}

/** Sends the form of the creator's own test purchase. */
export function startTestPurchase(who: Visitor, id: number) {
  return who.send('POST', `/p/${id}/try`, {
    payload: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  })
}

export type Ask = (scene: Scene, who: Visitor) => ReturnType<Visitor['send']> | undefined

/** Asks for an address; undefined where there is none. */
export const get =
  (url: (scene: Scene) => string | undefined): Ask =>
  (scene, who) => {
    const address = url(scene)
    return address === undefined ? undefined : who.send('GET', address)
  }
/** The same for an address of a purchase. */
export const bought =
  (url: (purchase: NonNullable<Scene['bought']>, scene: Scene) => string): Ask =>
  (scene, who) =>
    scene.bought && who.send('GET', url(scene.bought, scene))

/** A scene must be what it says. */
async function done(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Not done: ${status} ${JSON.stringify(body)}`)
}

/**
 * Routes that send files or can be called without an account, but show no part of an item or a creator to
 * others, by what they show.
 */
export const withoutRow: Record<string, string> = {
  'the site itself':
    'getHealth getDeliveryHealth getLiveness getReadiness getInstance getSiteLogo getLegalPage getRobots',
  'only handles; getSitemap has the items': 'getCreatorSitemap',
  'a drawing by its two numbers, of no item': 'getPond',
  'sign-in':
    'createPasskeySignInOptions getSignInMethods handleOidcCallback requestSignInCode signInWithCode signInWithPasskey signOut startOidcSignIn startSignIn',
  'a buyer’s own choice; the title is in their email': 'getItemUpdates stopItemUpdates resumeItemUpdates',
  'a follower’s own choice': 'confirmFollower followCreator followCreatorForm getFollower unfollow',
  'a checkout, only of an item on sale': 'createPaymentIntent startCheckoutFromForm',
  'an address for an item on sale, for one email': 'requestCopies requestCopiesForm',
  'a free item on sale, or what its link has opened; getAccess answers for it':
    'requestFreeLink getFreeLink openFreeLink',
  'a checkout: amounts': 'getCheckout',
  'a checkout: its state': 'completePayment processRecentPurchase',
  'a checkout: the buyer’s own data': 'setBuyerTerms setBuyerEmail',
  'the buyer’s own link; getAccess answers for it':
    'correctPurchaseEmail getOwnedPurchase sendAccessEmail sendAccessLinks sendAccessLinksForm openPurchase sendOwnAccessLinks emailFreeAccess dismissSetOffer sendMessageToCreator getOwnLicense releaseOwnDevice',
  'a key of a purchase, which its app knows':
    'activateLicense validateLicense releaseLicense getLicenseSigners',
  'what this browser knows': 'forgetDevice',
  'a correction of the receipt, as getReceiptPdf': 'getCorrectionPdf',
  'what the buyer’s receipt says of them': 'addCompanyDetailsForm answerCountryForm',
  'the buyer’s own refund': 'getRefundEligibility requestRefund requestRefundForm refundShare',
  'the buyer’s own data': 'requestBuyerData eraseBuyerData exportBuyerData',
  'the creator’s own data': 'exportAccount exportDiscountBatch exportLicenseKeys',
  'the creator’s own sums':
    'exportSales exportAnalyticsReport getStatementFile getProDocument getYearFile getOwnDocumentPdf getOwnYearPdf getOwnArchive',
  'the creator’s own payouts': 'getNotMe stopPayouts',
  'the creator’s own account at the provider': 'startConnectOnboarding',
  'documents for admins, which have no picture and never change':
    'getDocumentPdf getDocumentsArchive getDocumentsCsv getLedgerCsv getDatevFile',
  'sums for admins':
    'downloadPayoutBatch exportCreatorPayoutsCsv getMonthlyReportFile getTaxReportFile getProviderBalanceFile exportPayeeYears',
  'a counter': 'recordView',
  'a message': 'sendFeedback reportContentForm',
  'the creator’s own emails': 'openSummarySetting unsubscribeFromSummary getEmailedChoice setEmailedChoice',
}
