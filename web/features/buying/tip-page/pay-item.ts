import type { PublicContent } from '../../../../contract/content.ts'
import type { OfferResult } from '../../../../contract/discounts.ts'
import type { Instance } from '../../../../contract/instance.ts'
import type { PartCounts } from '../../../../contract/parts.ts'
import { guaranteeText } from '../../../../contract/refunds.ts'
import { totalCount } from '../../../../domain/part-counts.ts'
import { creatorName } from '../../../shared/content-format.ts'
import type { PayItem } from './pay-card.island.tsx'
import { type PayFormDefaults, parsePayFormDefaults } from './pay-form-defaults.ts'

type Page = {
  query: URLSearchParams
  instance: Instance | undefined
  /** What the code of the link does; undefined without one. */
  discount?: OfferResult | undefined
}

/** The props of an item's pay card that are the same for every viewer of a URL. */
export function payCardProps(
  content: PublicContent,
  { query, instance, discount }: Page,
): { item: PayItem; defaults: PayFormDefaults } {
  const { id, title, currency, minimumChargeAmount, pricingModel, suggestedAmounts } = content
  const { tipCount, totalEarnings, typicalAmount, freeCount, asksForEmail, isFreePaused, copies } = content
  return {
    item: {
      id,
      title,
      currency,
      minimumChargeAmount,
      ...(discount && { code: discount }),
      pricingModel,
      suggestedAmounts,
      tipCount,
      totalEarnings,
      typicalAmount,
      freeCount,
      asksForEmail,
      isFreePaused,
      copies,
      creator: creatorName(content),
      creatorPhotoUrl: content.user.photoUrl,
      guarantee: guaranteeText(instance?.refundPolicy ?? 'review'),
      downloads: downloadsOf(content.partCounts),
    },
    defaults: parsePayFormDefaults(query, {
      ...content,
      minimumChargeAmount: discount?.offer?.minimumChargeAmount ?? minimumChargeAmount,
    }),
  }
}

function downloadsOf(counts: PartCounts): PayItem['downloads'] {
  if (counts.file === 0) return null
  return totalCount(counts) === 1 ? 'file' : 'archive'
}
