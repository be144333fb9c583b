import type { PublicContent } from '../../../contract/content.ts'
import { shareImageSize } from '../../../contract/image-variants.ts'
import { site } from '../../../contract/site.ts'
import { truncate } from '../../../domain/truncate.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { type PageMeta, pageTitle } from '../routes/page-route.ts'

/** Metadata of a shared tip link: title, creator and price. */
export function tipPageMeta(content: PublicContent | undefined, publicUrl: string): PageMeta {
  if (!content) return { title: pageTitle('Content Not Found'), noIndex: true }
  const { id, title, description, minimumChargeAmount, currency, pricingModel, shareImageUrl, brand, user } =
    content
  const siteName = brand?.hidesPlatformName ? (user.firstName ?? title) : undefined
  const price = `${pricingModel === 'fixed' ? '' : 'From '}${formatMoney(minimumChargeAmount, currency)}`
  return {
    title: `${title} · ${siteName ?? site().name}`,
    ...(siteName && { siteName }),
    description: [price, metaDescription(description)].filter(Boolean).join(' · '),
    image: shareImageUrl,
    imageSize: shareImageSize,
    price: { amount: minimumChargeAmount, currency },
    canonical: `/p/${id}`,
    jsonLd: productJsonLd(content, publicUrl),
    hasOembed: true,
  }
}

/** A schema.org Product with its offer. */
function productJsonLd(content: PublicContent, publicUrl: string): Record<string, unknown> {
  const { id, title, description, minimumChargeAmount, currency, shareImageUrl, user } = content
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    ...(description && { description: metaDescription(description) }),
    image: `${publicUrl}${shareImageUrl}`,
    ...(user.firstName && { brand: { '@type': 'Brand', name: user.firstName } }),
    offers: {
      '@type': 'Offer',
      url: `${publicUrl}/p/${id}`,
      price: minimumChargeAmount,
      priceCurrency: currency,
      availability: 'https://schema.org/InStock',
    },
  }
}

/** Reduces text to one line of at most 160 characters. */
export function metaDescription(text: string): string {
  return truncate(text.replace(/\s+/g, ' ').trim(), 160)
}
