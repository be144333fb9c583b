import type { Completion } from '../../../../contract/bundle-completion.ts'
import type { Bundle, PublicContent } from '../../../../contract/content.ts'
import type { OfferResult } from '../../../../contract/discounts.ts'
import type { Instance } from '../../../../contract/instance.ts'
import { formatDecimal, parseDecimal } from '../../../../contract/money.ts'
import { guaranteeText } from '../../../../contract/refunds.ts'
import type { UpgradeOffer } from '../../../../contract/upgrades.ts'
import { creatorName } from '../../../shared/content-format.ts'
import { formatMoney } from '../../../ui/format.ts'
import type { PayItem } from './pay-card.island.tsx'
import { type PayFormDefaults, parsePayFormDefaults } from './pay-form-defaults.ts'
import type { OwnerTexts } from './rest-of-set.tsx'

type OwnerOffer = Omit<OwnerTexts, 'proof' | 'codeNote' | 'code'>

type Page = {
  query: URLSearchParams
  instance: Instance | undefined
  /** What the code of the link does; undefined without one. */
  discount?: OfferResult | undefined
  /** The rest of a bundle, for who owns some of it. */
  completion?: Completion | null | undefined
  /** What this item costs for who owns the item that it is an upgrade from. */
  upgrade?: UpgradeOffer | null | undefined
  /** Whether what the link proves is over. */
  hasEnded?: boolean | undefined
}

/** The props of an item's pay card that are the same for every viewer of a URL. */
export function payCardProps(
  content: PublicContent,
  { query, instance, discount, completion, upgrade, hasEnded }: Page,
): { item: PayItem; defaults: PayFormDefaults } {
  const {
    tipCount,
    totalEarnings,
    typicalAmount,
    isPaidByMost,
    freeCount,
    asksForEmail,
    isFreePaused,
    copies,
    isUnavailable,
    release,
  } = content
  const { id, title, currency, pricingModel, suggestedAmounts } = content
  const offer = query.has('again') ? undefined : (completion ?? upgrade)
  const minimumChargeAmount = offer?.price ?? content.minimumChargeAmount
  return {
    item: {
      id,
      title,
      currency,
      minimumChargeAmount,
      ...(discount && !offer && { code: discount }),
      ...(offer && {
        owner: {
          ...('fromTitle' in offer ? upgradeTexts(offer) : restTexts(offer)),
          proof: query.get('owner') || 'yes',
          ...(discount && {
            codeNote: codeNote(discount, { price: offer.price, currency }),
            code: discount.offer?.code,
          }),
        },
      }),
      pricingModel,
      suggestedAmounts,
      tipCount,
      totalEarnings,
      typicalAmount,
      isPaidByMost,
      freeCount,
      asksForEmail,
      isFreePaused,
      copies,
      isUnavailable,
      release: release && { shortDay: release.shortDay, refundDay: release.refundDay },
      creator: creatorName(content),
      creatorPhotoUrl: content.user.photoUrl,
      guarantee: guaranteeText(instance?.refundPolicy ?? 'review'),
      hasFiles: content.bundle !== null || content.partCounts.file > 0,
      ...(content.bundle && { bundle: bundleTexts(content, content.bundle) }),
    },
    defaults: withEndedNotice(
      parsePayFormDefaults(query, {
        ...content,
        minimumChargeAmount:
          (offer ? undefined : discount?.offer?.minimumChargeAmount) ?? minimumChargeAmount,
      }),
      hasEnded && !offer,
    ),
  }
}

function withEndedNotice(defaults: PayFormDefaults, hasEnded: boolean | undefined): PayFormDefaults {
  if (!hasEnded || defaults.notice) return defaults
  return {
    ...defaults,
    notice: 'This offer’s link has ended. Open your purchase again, and you pay only for the rest.',
  }
}

/** Which price holds for an owner whose link has a code, and why. */
function codeNote({ offer, refusal }: OfferResult, { price, currency }: { price: string; currency: string }) {
  if (!offer) return refusal ?? undefined
  const code = `The code ${offer.code} is for the full price. Yours is ${formatMoney(price, currency)}, because of what you own.`
  const withCode = offer.minimumChargeAmount
  const isCheaper = Number(withCode) < Number(price)
  return isCheaper ? `${code} With the code, all of it is ${formatMoney(withCode, currency)}.` : code
}

/** What the pay card says of a bundle. The saving in words is only of a fixed price. */
function bundleTexts(
  { minimumChargeAmount, pricingModel, currency, hasOwnerPrice }: PublicContent,
  { items, singly }: Bundle,
): PayItem['bundle'] {
  const saved = (parseDecimal(singly, currency) ?? 0) - (parseDecimal(minimumChargeAmount, currency) ?? 0)
  const isCheaper = saved > 0 && pricingModel === 'fixed'
  const saving = isCheaper ? ` You save ${formatMoney(formatDecimal(saved, currency), currency)}.` : ''
  return {
    itemCount: items.length,
    note: `${formatMoney(singly, currency)} singly.${saving}`,
    offersRest: hasOwnerPrice,
  }
}

/** What the pay card says to who owns some of a bundle. */
function restTexts(completion: Completion): OwnerOffer {
  const { price, bundlePrice, allSingly, restSingly, currency, itemCount, ownedIds } = completion
  const money = (amount: string) => formatMoney(amount, currency)
  const missing = itemCount - ownedIds.length
  const saved = (parseDecimal(restSingly, currency) ?? 0) - (parseDecimal(price, currency) ?? 0)
  const saving = saved > 0 ? ` You save ${money(formatDecimal(saved, currency))}.` : ''
  const [are, word] = missing === 1 ? ['is', 'one'] : ['are', String(missing)]
  return {
    label: 'Complete the set',
    note: `The other ${word} ${are} ${money(restSingly)} singly.${saving}`,
    button: `Pay ${money(price)} for the other ${word}`,
    set: {
      ownedCount: ownedIds.length,
      itemCount,
      price: money(price),
      what: ` the other ${word}`,
      explanation: `All ${itemCount} are ${money(bundlePrice)} instead of ${money(allSingly)}. At that rate the ${word} you don’t have ${are} ${money(price)} instead of ${money(restSingly)}.`,
    },
  }
}

/** What the pay card says to who owns the item that this one is an upgrade from. */
function upgradeTexts({ price, fullPrice, currency, fromTitle }: UpgradeOffer): OwnerOffer {
  const money = (amount: string) => formatMoney(amount, currency)
  const saved = (parseDecimal(fullPrice, currency) ?? 0) - (parseDecimal(price, currency) ?? 0)
  return {
    label: 'Upgrade',
    badge: `You own ${fromTitle}`,
    note: `${money(fullPrice)} for others. Your ${money(formatDecimal(saved, currency))} counts.`,
    button: `Upgrade for ${money(price)}`,
  }
}
