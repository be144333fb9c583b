import { dictionary } from '../contract/dictionary.ts'

const brandNames: Record<string, string> = dictionary({
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
})

/** `Visa ••4242`; `Card ••4242` for a brand without a name here. Null when the card is not known. */
export function cardText({
  cardBrand,
  cardLast4,
}: {
  cardBrand: string | null
  cardLast4: string | null
}): string | null {
  if (!cardLast4) return null
  return `${brandNames[cardBrand ?? ''] ?? 'Card'} ••${cardLast4}`
}
