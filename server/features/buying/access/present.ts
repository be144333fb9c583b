import { getPurchasedImage } from '../../../../contract/access.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import type { Receipt } from '../../../../contract/receipts.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import { holds } from '../../../../domain/part-kinds.ts'
import { firstBoughtFields, visibleParts } from '../../../../domain/parts.ts'
import type { Ports } from '../../../ports/index.ts'
import { presentPart, presentWaveforms } from '../../selling/content/parts.ts'
import { momentOf, presentCard, presentPublic } from '../../selling/content/present.ts'
import { type ContentRow, selectOtherPublished } from '../../selling/content/repository.ts'
import { stateOf } from '../../selling/content/shown.ts'
import { presentVersions } from '../../selling/content/versions-repository.ts'
import { accessToken, type FileOwnerKind } from '../purchases/access-token.ts'
import { type TestPurchase, testAccessUrl } from '../purchases/test-purchases-repository.ts'
import { plainTicket } from '../tickets/ticket.ts'
import { describeArchive } from './archive.ts'
import { presentBoughtBundle, withBoughtItems } from './bundle.ts'
import { presentSampleLicenses } from './license-cards.ts'
import { signedFileUrl } from './signed-file-url.ts'
import { presentWait, withoutParts } from './wait.ts'

/** The response that a buyer would get, marked as a test. */
export async function presentTestAccess(
  ports: Ports,
  { testPurchase, row: tested }: TestPurchase,
): Promise<PurchaseAccess> {
  const row = await withBoughtItems(ports, tested, { paidAt: testPurchase.createdAt })
  const token = accessToken(ports, testPurchase.tokenNonce)
  const { releaseAt: promisedReleaseAt } = row.content
  const wait = presentWait({ promisedReleaseAt, releasedAt: null }, row, ports.clock.now())
  const content = presentPurchasedContent(
    ports,
    { of: 'testPurchase', orderNumber: testPurchase.id, token, paidAt: testPurchase.createdAt },
    row,
  )
  return {
    thankYouNote: wait ? '' : presentThankYouNote(row),
    moreFromCreator: await presentMoreFromCreator(ports, {
      contentId: row.content.id,
      creatorId: row.content.creatorId,
    }),
    content: wait ? withoutParts(content) : content,
    messages: [],
    canWriteToCreator: false,
    isWithheld: false,
    wait,
    isPayingBrowser: false,
    purchase: {
      id: testPurchase.id,
      amount: formatDecimal(testPurchase.amount, testPurchase.currency),
      listAmount: formatDecimal(testPurchase.amount, testPurchase.currency),
      discountAmount: formatDecimal(0, testPurchase.currency),
      tipAmount: formatDecimal(0, testPurchase.currency),
      currency: testPurchase.currency,
      card: null,
      state: 'paid',
      paidAt: testPurchase.createdAt.toISOString(),
      email: testPurchase.buyerEmail,
      canCorrectEmail: false,
      paymentIntentId: '',
      refundStatus: 'unavailable',
      hasWithdrawalRight: false,
      refundableUntil: null,
      isTest: true,
    },
    accessUrl: testAccessUrl(ports, testPurchase),
    ticket: plainTicket,
    waveforms: wait ? [] : await presentWaveforms(ports.db, visibleParts(row.parts, testPurchase.createdAt)),
    archive: wait ? null : describeArchive(ports, row, testPurchase.createdAt),
    licenses: wait ? [] : await presentSampleLicenses(ports, row, testPurchase.createdAt),
    versions: wait ? [] : await presentVersions(ports.db, row.content.id),
    bundle: await presentBoughtBundle(ports, row, { paidAt: testPurchase.createdAt }),
    set: null,
  }
}

export function presentTestReceipt({ testPurchase, row }: TestPurchase): Receipt {
  const { id, createdAt, buyerEmail, amount, currency } = testPurchase
  return {
    id,
    number: null,
    paidAt: createdAt.toISOString(),
    title: row.content.title,
    seller: row.creator.firstName,
    issuer: null,
    business: null,
    taxTreatment: 'untaxed',
    buyerCountry: null,
    tax: null,
    corrections: [],
    withdrawalConsent: null,
    email: buyerEmail,
    listAmount: formatDecimal(amount, currency),
    discount: null,
    tip: formatDecimal(0, currency),
    amount: formatDecimal(amount, currency),
    refundedAmount: formatDecimal(0, currency),
    netAmount: formatDecimal(amount, currency),
    currency,
    state: 'paid',
    card: null,
    guarantee: null,
    countryQuestion: null,
    canAddCompany: false,
    licenseKeys: [],
    isTest: true,
  }
}

type Bought = { of: FileOwnerKind; orderNumber: OrderNumber; token: string; paidAt: Date }

export function presentPurchasedContent(
  ports: Ports,
  { token, paidAt, ...bought }: Bought,
  row: ContentRow,
): PurchaseAccess['content'] {
  const parts = visibleParts(row.parts, paidAt).map((part) =>
    presentPart(part, part.file && signedFileUrl(ports, bought, { row, part })),
  )
  return {
    ...presentPublic(row, momentOf(ports, row)),
    // Others can’t see the image of an item that is not on sale.
    ...(!mayBeShown(stateOf(row), 'none') && { previewImage: purchasedImageUrl(token, row) }),
    parts,
    ...firstBoughtFields(parts),
  }
}

/** The item before anybody has opened it: without its links and texts. */
export function withholdContent(content: PurchaseAccess['content']): PurchaseAccess['content'] {
  const parts = content.parts.map((part) => {
    if (holds(part.kind, 'url')) return { ...part, url: null }
    return 'text' in part ? { ...part, text: null } : part
  })
  return { ...content, parts, ...firstBoughtFields(parts) }
}

function purchasedImageUrl(token: string, { content: { previewImageKey } }: ContentRow): string | null {
  return (
    previewImageKey &&
    buildUrl(getPurchasedImage, { params: { token }, query: { v: previewImageKey.split('/').at(-1) } })
  )
}

const maxMoreItems = limits.maxListed.moreItems

export function presentThankYouNote({ content, creator }: ContentRow): string {
  return content.thankYouNote || creator.defaultThankYouNote
}

export async function presentMoreFromCreator(
  ports: Ports,
  { contentId, creatorId }: { contentId: number; creatorId: string },
): Promise<PurchaseAccess['moreFromCreator']> {
  const others = await selectOtherPublished(ports.db, { creatorId, exceptId: contentId, limit: maxMoreItems })
  return others.map((row) => presentCard(row, momentOf(ports, row)))
}
