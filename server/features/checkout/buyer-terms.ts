import { eq } from 'drizzle-orm'
import { type BuyerTerms, withdrawalConsentText } from '../../../contract/buyer-terms.ts'
import { AppError } from '../../../domain/errors.ts'
import { withdrawalCountries } from '../../../domain/eu-tax-rates.ts'
import { parseVatId } from '../../../domain/vat-id.ts'
import { hasWithdrawalRight } from '../../../domain/withdrawal.ts'
import { checkouts } from '../../db/schema/index.ts'
import type { BuyerProof } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { requireOwnCheckout } from '../access/buyer-proof.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'

/**
 * What a checkout asks besides email and card; null when it asks nothing. A seller of the EEA or the United Kingdom asks
 * every buyer for the consent to immediate delivery, others those who state such a country.
 */
export function buyerTerms({ settings }: Ports, { buyerCountry }: CheckoutRow): BuyerTerms | null {
  const { taxEnabled: asksCountry, sellerCountry } = settings.current()
  const asksEveryone = hasWithdrawalRight(sellerCountry)
  if (!asksCountry && !asksEveryone) return null
  return { asksCountry, country: buyerCountry, consentCountries: asksEveryone ? null : withdrawalCountries }
}

type TermsInput = {
  paymentId: string
  proof: BuyerProof
  country: string | undefined
  businessName: string
  vatId: string
  withdrawalConsent: boolean
}

/** Stores the buyer's terms on an open checkout. Throws AppError for the field that is missing or invalid. */
export async function setBuyerTerms(
  ports: Ports,
  { paymentId, proof, country, businessName, vatId, withdrawalConsent }: TermsInput,
): Promise<{ saved: true }> {
  const checkout = await requireOwnCheckout(ports, paymentId, proof)
  const terms = buyerTerms(ports, checkout)
  if (checkout.state !== 'open' || !terms) return { saved: true }
  if (terms.asksCountry && !country) throw invalidField('country', 'Choose a country')
  const parsedVatId = vatId === '' ? '' : parseVatId(vatId)
  if (parsedVatId === undefined)
    throw invalidField('vatId', 'Enter a VAT ID with its country, like DE123456789')
  const needsConsent = terms.consentCountries === null || terms.consentCountries.includes(country ?? '')
  if (needsConsent && !withdrawalConsent)
    throw invalidField('withdrawalConsent', 'Agree to immediate delivery to continue')
  await ports.db
    .update(checkouts)
    .set({
      ...{ buyerCountry: country ?? null, businessName, vatId: parsedVatId },
      withdrawalConsent: needsConsent ? withdrawalConsentText : '',
      withdrawalConsentAt: needsConsent ? ports.clock.now() : null,
    })
    .where(eq(checkouts.id, checkout.id))
  return { saved: true }
}

function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { [field]: message })
}
