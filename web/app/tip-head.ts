import type { PublicContent } from '../../contract/content.ts'
import { shareCardSize } from '../../contract/pictures.ts'
import { formatMoney } from '../ui/money-text.ts'
import type { Head } from './page.ts'

/** What a shared tip link says of itself elsewhere: what it is, whose, and what it costs. */
export function tipHead(content: PublicContent | undefined, publicUrl: string): Head {
  if (!content) return { title: 'Content Not Found · Tipdrop', hidden: true }
  const { id, title, description, trueMinimum, currency, pricingModel, shareImage, brand, user } = content
  const site = brand?.hidesName ? (user.firstName ?? title) : undefined
  const price = `${pricingModel === 'fixed' ? '' : 'From '}${formatMoney(trueMinimum, currency)}`
  return {
    title: `${title} · ${site ?? 'Tipdrop'}`,
    ...(site && { site }),
    description: [price, shortened(description)].filter(Boolean).join(' · '),
    image: shareImage,
    imageSize: shareCardSize,
    price: { amount: trueMinimum, currency },
    canonical: `/p/${id}`,
    structured: product(content, publicUrl),
    embeds: true,
  }
}

/** A product with its offer, as schema.org names them. */
function product(content: PublicContent, publicUrl: string): Record<string, unknown> {
  const { id, title, description, trueMinimum, currency, shareImage, user } = content
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    ...(description && { description: shortened(description) }),
    image: `${publicUrl}${shareImage}`,
    ...(user.firstName && { brand: { '@type': 'Brand', name: user.firstName } }),
    offers: {
      '@type': 'Offer',
      url: `${publicUrl}/p/${id}`,
      price: trueMinimum,
      priceCurrency: currency,
      availability: 'https://schema.org/InStock',
    },
  }
}

/** One line of at most 160 characters. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, 159).trimEnd()}…`
}
