import { createHash } from 'node:crypto'
import {
  type ContentCard,
  type CreatorContent,
  getPreviewImage,
  type PublicContent,
  type Supporter,
} from '../../../../contract/content.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { toShownName } from '../../../../contract/names.ts'
import type { PublicPart } from '../../../../contract/parts.ts'
import type { Pond } from '../../../../contract/ponds.ts'
import { type Branding, getLogo } from '../../../../contract/pro.ts'
import type { Release } from '../../../../contract/releases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { getShareCard } from '../../../../contract/sharing.ts'
import { isPersonShown, mayBeShown } from '../../../../domain/access.ts'
import { type Copies, copiesOf, keysOf, tighter } from '../../../../domain/copies.ts'
import { itemSummary } from '../../../../domain/item-summary.ts'
import { countParts, totalSizeOf } from '../../../../domain/part-counts.ts'
import { firstPartFields, visibleParts } from '../../../../domain/parts.ts'
import { ringCount, seedOf } from '../../../../domain/pond.ts'
import { type ChargeLimits, minimumCharge } from '../../../../domain/price.ts'
import {
  countdown,
  isBeforeRelease,
  lateRefundAt,
  releaseWords,
  shortDayIn,
} from '../../../../domain/release.ts'
import { suggestedAmounts } from '../../../../domain/suggested-amounts.ts'
import { tipAddress } from '../../../../domain/tip-address.ts'
import { truncate } from '../../../../domain/truncate.ts'
import type { Ports } from '../../../ports/index.ts'
import { planOf } from '../../people/accounts/plan.ts'
import { photoUrl } from '../../people/accounts/present.ts'
import { availableParts, firstPart, hasLostPart, presentPublicPart, previewedPart } from './parts.ts'
import type { ContentRow } from './repository.ts'
import { stateOf } from './shown.ts'

/** A bundle has no part, so what its fields say of the first one is that of a file. */
const bundleFields = {
  kind: 'file',
  accessType: 'download',
  fileName: null,
  fileSize: null,
} as const

export function presentCommonFields(row: ContentRow) {
  const { content, totals } = row
  const parts = presentPublicParts(row)
  return {
    id: content.id,
    tipAddress: addressOf(row),
    ...(content.isBundle ? bundleFields : firstPartFields(parts)),
    partCounts: countParts(parts),
    totalSize: totalSizeOf(parts),
    itemCount: itemCountOf(row),
    title: content.title,
    description: content.description,
    pricingModel: content.pricingModel,
    category: content.category,
    currency: content.currency,
    previewImage: previewImageUrl(row),
    previewFocus: { x: content.previewFocusX, y: content.previewFocusY },
    pond: pondOf(row),
    createdAt: content.createdAt.toISOString(),
    tipCount: totals?.saleCount ?? 0,
  }
}

/** The items of a bundle; null of an item. */
function itemCountOf({ content, bundleItems }: ContentRow): number | null {
  return content.isBundle ? bundleItems.filter(({ removedAt }) => removedAt === null).length : null
}

export function isSoldOut(row: ContentRow): boolean {
  return presentCopies(row)?.state === 'sold_out'
}

/** The drawn cover: it changes with the number of rings, not with each sale. */
export function pondOf({ content: { id, pondSeed }, totals }: ContentRow): Pond {
  return { seed: pondSeed ?? seedOf(String(id)), rings: ringCount(totals?.saleCount ?? 0) }
}

/** Changes with everything that the picture of an item's pond shows. */
export function pondPictureVersion(row: ContentRow): string {
  const { seed, rings } = pondOf(row)
  return `pond-1-${seed}-${rings}`
}

/** The path of an item's tip page. */
export function addressOf({ content: { id, slug }, creator: { handle } }: ContentRow): string {
  return tipAddress({ id, slug, handle })
}

function presentPublicParts(row: ContentRow, shown = visibleParts(row.parts)): Array<PublicPart> {
  const { teaserStatus, teaserOptions } = row.content
  const previewed = teaserStatus === 'ready' ? previewedPart(row, teaserOptions) : undefined
  return shown.map((part) => presentPublicPart(part, part === previewed))
}

/** The URL of the image, as long as its creator may see it; null without one. */
function previewImageUrl(row: ContentRow): string | null {
  const { id, previewImageKey } = row.content
  if (!previewImageKey || !mayBeShown(stateOf(row), 'own')) return null
  return buildUrl(getPreviewImage, { params: { id }, query: { v: previewImageKey.split('/').at(-1) } })
}

/** What an item is and how much of it, for its share image. */
export function summaryOf(row: ContentRow): string {
  const parts = availableParts(row.parts).map((part) => ({ ...presentPublicPart(part), text: part.text }))
  return itemSummary(parts, itemCountOf(row))
}

/** The version of the share image: it changes with title, price, name, what it is, and preview image or drawn cover. */
export function shareImageVersion(row: ContentRow, charge: ChargeLimits): string {
  const { content, creator } = row
  const { seed, rings } = pondOf(row)
  const { title, currency, pricingModel, previewImageKey } = content
  const versionInputs = [
    title,
    creator.firstName,
    minimumCharge(content, charge),
    currency,
    pricingModel,
    previewImageKey,
    isSoldOut(row),
    summaryOf(row),
    ...(previewImageKey ? [] : [seed, rings]),
  ]
  return createHash('sha256')
    .update(JSON.stringify(['card 5', ...versionInputs]))
    .digest('hex')
    .slice(0, 16)
}

/** By what an item is presented: what cards can pay, and the time. */
export type Moment = { charge: ChargeLimits; now: Date }

export function momentOf(
  { paymentProvider, clock }: Pick<Ports, 'paymentProvider' | 'clock'>,
  { content: { currency } }: ContentRow,
): Moment {
  return { charge: paymentProvider.chargeLimits(currency), now: clock.now() }
}

export function presentPublic(
  row: ContentRow,
  { charge, now }: Moment,
  supporters: Array<Supporter> | null = null,
): PublicContent {
  const { content, creator, totals } = row
  const price = formatDecimal(content.priceAmount, content.currency)
  const minimum = minimumCharge(content, charge)
  const ownAmounts = suggestedAmounts(content.suggestedAmounts, {
    minimum,
    typical: null,
    currency: content.currency,
  })
  const isFlexiblePrice = content.pricingModel === 'pay_what_you_want'
  const { freeCount = 0 } = totals ?? {}
  const { suggestedAmount } = content
  const parts = presentPublicParts(row, availableParts(row.parts))
  return {
    ...presentCommonFields(row),
    parts,
    partCounts: countParts(parts),
    totalSize: totalSizeOf(parts),
    bundle: null,
    hasOwnerPrice: content.isBundle ? content.offersCompletion : content.upgradeFromId !== null,
    price,
    minimumPrice: content.pricingModel === 'pay_what_you_want' ? price : null,
    minimumChargeAmount: formatDecimal(minimum, content.currency),
    totalEarnings: content.showEarnings ? formatDecimal(totals?.netAmount ?? 0, content.currency) : null,
    whatsInside: content.whatsInside,
    teaser: null,
    suggestedAmounts: isFlexiblePrice
      ? ownAmounts.map((amount) => formatDecimal(amount, content.currency))
      : [],
    suggestedAmount:
      !isFlexiblePrice || suggestedAmount === null || suggestedAmount < minimum
        ? null
        : formatDecimal(suggestedAmount, content.currency),
    typicalAmount: null,
    isPaidByMost: false,
    freeCount: content.pricingModel === 'free' && content.showsFreeCount && freeCount > 0 ? freeCount : null,
    asksForEmail: content.asksForEmail,
    isFreePaused: false,
    isUnavailable: hasLostPart(row),
    copies: presentCopies(row),
    release: presentRelease(row, now),
    supporters,
    brand: isPersonShown(creator) ? presentBranding(creator) : null,
    shareImageUrl: buildUrl(getShareCard, {
      params: { id: content.id },
      query: { v: shareImageVersion(row, charge) },
    }),
    user: {
      firstName: toShownName(creator.firstName),
      email: creator.firstName ? null : creator.email,
      handle: creator.handle,
      photoUrl: isPersonShown(creator) ? photoUrl(creator) : null,
      bio: creator.bio,
    },
  }
}

export function presentCard(row: ContentRow, { charge, now }: Moment): ContentCard {
  const { content } = row
  const {
    id,
    tipAddress: address,
    kind,
    title,
    category,
    accessType,
    pricingModel,
    currency,
    ...rest
  } = presentCommonFields(row)
  const { fileName, fileSize, partCounts, totalSize, itemCount, previewImage, previewFocus, pond } = rest
  return {
    id,
    tipAddress: address,
    kind,
    title,
    category,
    accessType,
    pricingModel,
    currency,
    fileName,
    fileSize,
    partCounts,
    totalSize,
    itemCount,
    previewImage,
    previewFocus,
    pond,
    isSoldOut: isSoldOut(row),
    release: presentRelease(row, now),
    minimumChargeAmount: formatDecimal(minimumCharge(content, charge), content.currency),
  }
}

/** An item of a list, which shows how a description begins. */
export function presentInList(row: ContentRow, now: Date): CreatorContent {
  const item = presentForCreator(row, now)
  return { ...item, description: truncate(item.description, limits.maxListedDescriptionLength) }
}

export function presentForCreator(row: ContentRow, now: Date): CreatorContent {
  const { content, totals } = row
  const price = Number(formatDecimal(content.priceAmount, content.currency))
  return {
    ...presentCommonFields(row),
    status: content.status,
    takedownReason: content.takenDownAt ? content.takedownReason : null,
    review: presentReview(row),
    release: presentRelease(row, now),
    price,
    minimumPrice: content.pricingModel === 'pay_what_you_want' ? price : null,
    fileSha256: content.isBundle ? null : (firstPart(row).file?.sha256 ?? null),
    teaserStatus: content.teaserStatus,
    unlockCount: totals?.purchaseCount ?? 0,
    freeCount: totals?.freeCount ?? 0,
    views: totals?.viewCount ?? 0,
    totalEarnings: Number(formatDecimal(totals?.netAmount ?? 0, content.currency)),
  }
}

function presentReview({ content, review }: ContentRow): CreatorContent['review'] {
  if (!review || review.state === 'approved' || content.status === 'published') return null
  return { state: review.state, reason: review.message }
}

/** When an item comes that is sold before its day; null for one that is out. */
function presentRelease({ content: { releaseAt, releaseTimeZone } }: ContentRow, now: Date): Release | null {
  if (!isBeforeRelease(releaseAt, now)) return null
  return {
    at: releaseAt.toISOString(),
    ...releaseWords(releaseAt, releaseTimeZone),
    refundDay: shortDayIn(lateRefundAt(releaseAt), releaseTimeZone),
    countdown: countdown(releaseAt, now),
  }
}

/** The copies of an item, or the keys of its list where those are fewer. Null when there is no limit. */
export function presentCopies(row: ContentRow): Copies | null {
  return tighter(presentStock(row), row.keyPool && keysOf(row.keyPool))
}

export function presentStock({ content, stock }: ContentRow): Copies | null {
  if (!stock || stock.max === null) return null
  return copiesOf({ ...stock, max: stock.max }, content.showsCopiesLeft)
}

type BrandingColumns = {
  plan: 'creator' | 'pro'
  accentColor: string | null
  logoKey: string | null
  hideBrand: boolean
}

/** A creator's branding of public pages; null without Pro or without any setting. */
export function presentBranding(columns: BrandingColumns): Branding | null {
  const { accentColor, logoKey, hideBrand } = columns
  if (planOf(columns) !== 'pro' || (!accentColor && !logoKey && !hideBrand)) return null
  return { accentColor, logoUrl: logoUrl({ logoKey }), hidesPlatformName: hideBrand }
}

export function logoUrl({ logoKey }: Pick<BrandingColumns, 'logoKey'>): string | null {
  return logoKey ? buildUrl(getLogo, { params: { id: logoKey.split('/').at(-1) } }) : null
}
