export type CardBrand = 'Visa' | 'Mastercard' | 'Amex'

export const cardBrands: ReadonlyArray<CardBrand> = ['Visa', 'Mastercard', 'Amex']

/** The brand of a card number by its first digits; undefined for other brands and for too few digits. */
export function cardBrandOf(typed: string): CardBrand | undefined {
  const digits = typed.replace(/\D/g, '')
  if (digits.startsWith('4')) return 'Visa'
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'Mastercard'
  return /^3[47]/.test(digits) ? 'Amex' : undefined
}
