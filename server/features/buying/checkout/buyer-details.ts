import type { BuyerTerms } from '../../../../contract/checkout.ts'
import { regionOptions, regionWord } from '../../../../contract/regions.ts'
import { hasWithdrawalRight, withdrawalConsentText } from '../../../../domain/buyer-terms.ts'
import { AppError } from '../../../../domain/errors.ts'
import { withdrawalCountries } from '../../../../domain/tax.ts'
import { parseTaxNumber, taxNumberForm } from '../../../../domain/tax-number.ts'
import { updateRow } from '../../../db/rows.ts'
import { checkouts } from '../../../db/schema/index.ts'
import { ipPrefix, type RateLimit } from '../../../http/rate-limit.ts'
import type { BuyerProof } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { selectTaxedRegions } from '../../money/tax/repository.ts'
import { requireUsableBy } from '../../selling/discounts/offers.ts'
import { ipLimit, requireOwnCheckout } from '../access/buyer-proof.ts'
import { accessUrl } from '../access/verify-purchase.ts'

import { type CheckoutRow, selectBuyerCheckouts } from '../purchases/checkouts-repository.ts'
import { selectPurchasesByBuyerCookie } from '../purchases/repository.ts'
import { settlePurchase } from '../settlement/settle-purchase.ts'

const minuteMs = 60_000

/** Limits per payment, and per network with the same maximum as for starting checkouts. */
export function buyerEmailRateLimits(
  ports: Ports,
  { paymentId, ip }: { paymentId: string; ip: string },
): Array<RateLimit> {
  return [
    { key: `buyer-email/${paymentId}`, max: 10, windowMs: 60 * minuteMs },
    ...ipLimit(ports, { key: `buyer-email/${ipPrefix(ip)}`, max: 120, windowMs: 10 * minuteMs }),
  ]
}

type OwnershipResult = { ownership: 'new' | 'already_owned' | 'processing'; existingAccessUrl: string | null }

type EmailInput = { paymentId: string; email: string; proof: BuyerProof; ip: string }

/**
 * Stores the email on the checkout. The response depends only on the browser, never on the email, so that no one can
 * learn whether an email bought an item. The email's owner is notified (`notifyOwner`). Throws AppError where a code has a
 * limit per buyer that the address has reached (decision 227).
 */
export async function setBuyerEmail(
  ports: Ports,
  { paymentId, email, proof, ip }: EmailInput,
): Promise<OwnershipResult> {
  const checkout = await requireOwnCheckout(ports, paymentId, proof)
  if (checkout.state === 'open') {
    await requireUsableBy(ports, checkout, { cookieHash: proof.cookieHash, ip, email })
    const checkoutId = String(checkout.id)
    await ports.db.transaction(async (tx) => {
      await updateRow(tx, checkouts, { id: checkout.id }, { buyerEmail: email })
      // The lookup runs in a job for every email, so that neither the response nor its duration reveals the result.
      await ports.queue.enqueue(
        tx,
        { name: 'notify-owner', data: { checkoutId } },
        { singletonKey: checkoutId },
      )
    })
  }
  return findOwnership(ports, checkout, proof.cookieHash)
}

/** Whether this browser has bought the item in another tab, or is paying for it there. */
async function findOwnership(
  ports: Ports,
  { id, contentId }: CheckoutRow,
  buyerCookieHash: string | undefined,
): Promise<OwnershipResult> {
  if (buyerCookieHash === undefined) return { ownership: 'new', existingAccessUrl: null }
  const others = (await selectBuyerCheckouts(ports.db, { buyerCookieHash, contentId })).filter(
    (other) => other.id !== id,
  )
  for (const { state, providerPaymentId } of others) {
    if (state !== 'processing' || !providerPaymentId) continue
    const settled = await settlePurchase(ports, providerPaymentId)
    if (settled.state === 'processing') return { ownership: 'processing', existingAccessUrl: null }
  }
  const bought = await selectPurchasesByBuyerCookie(ports.db, { buyerCookieHash, contentId })
  const owned = bought.find(({ checkout, grant }) => checkout.id !== id && grant.revokedAt === null)
  if (!owned) return { ownership: 'new', existingAccessUrl: null }
  return { ownership: 'already_owned', existingAccessUrl: await accessUrl(ports, owned) }
}

/**
 * What a checkout asks besides email and card; null when it asks nothing. A seller of the EEA or the United Kingdom asks
 * every buyer for the consent to immediate delivery, others those who state such a country.
 */
export async function buyerTerms(
  { db, settings }: Pick<Ports, 'db' | 'settings'>,
  { buyerCountry }: CheckoutRow,
): Promise<BuyerTerms | null> {
  const { taxEnabled: asksCountry, sellerCountry } = settings.current()
  const asksEveryone = hasWithdrawalRight(sellerCountry)
  if (!asksCountry && !asksEveryone) return null
  return {
    asksCountry,
    country: buyerCountry,
    regions: asksCountry ? await selectTaxedRegions(db) : [],
    consentCountries: asksEveryone ? null : withdrawalCountries,
  }
}

type TermsInput = {
  paymentId: string
  proof: BuyerProof
  country: string | undefined
  region: string
  businessName: string
  businessAddress: string
  vatId: string
  withdrawalConsent: boolean
}

/** Stores the buyer's terms on an open checkout. Throws AppError for the field that is missing or invalid. */
export async function setBuyerTerms(
  ports: Ports,
  { paymentId, proof, country, withdrawalConsent, ...input }: TermsInput,
): Promise<{ saved: true }> {
  const checkout = await requireOwnCheckout(ports, paymentId, proof)
  const terms = await buyerTerms(ports, checkout)
  if (checkout.state !== 'open' || !terms) return { saved: true }
  if (terms.asksCountry && !country) throw invalidField('country', 'Choose a country')
  const asksRegion = terms.regions.some((region) => region.startsWith(`${country}-`))
  const isKnownRegion = regionOptions(country ?? '').some(({ value }) => value === input.region)
  if (asksRegion && !isKnownRegion)
    throw invalidField('region', `Choose a ${regionWord(country ?? '').toLowerCase()}`)
  const needsConsent = terms.consentCountries === null || terms.consentCountries.includes(country ?? '')
  if (needsConsent && !withdrawalConsent)
    throw invalidField('withdrawalConsent', 'Agree to immediate delivery to continue')
  const change = {
    buyerCountry: country ?? null,
    buyerRegion: asksRegion ? input.region : '',
    ...(await readBusiness(ports, { ...input, country: country ?? '' })),
    withdrawalConsent: needsConsent ? withdrawalConsentText : '',
    withdrawalConsentAt: needsConsent ? ports.clock.now() : null,
  }
  await updateRow(ports.db, checkouts, { id: checkout.id }, change)
  return { saved: true }
}

type BusinessInput = Pick<TermsInput, 'businessName' | 'businessAddress' | 'vatId'> & { country: string }

/**
 * What a business wants on its receipt. Its number is looked up in the register of VAT IDs, which completes the name and address; a
 * register that doesn't answer stops no one. Throws AppError for a number that has no known form, or that the register doesn't
 * know.
 */
export async function readBusiness(
  ports: Ports,
  { businessName, businessAddress, vatId: typed, country }: BusinessInput,
) {
  if (typed === '') return { businessName, businessAddress, vatId: '', vatIdVerifiedAt: null }
  const vatId = parseTaxNumber(typed, country)
  if (vatId === undefined) {
    const { name, example } = taxNumberForm(country)
    throw invalidField('vatId', `Enter ${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name} like ${example}`)
  }
  const answer = await ports.vatRegister.look(vatId)
  if (answer.state === 'invalid')
    throw invalidField('vatId', 'The EU’s register doesn’t know this VAT ID. Check it, or leave it empty.')
  const known = answer.state === 'valid' ? answer : undefined
  return {
    businessName: businessName || (known?.name ?? ''),
    businessAddress: businessAddress || (known?.address ?? ''),
    vatId,
    vatIdVerifiedAt: known ? ports.clock.now() : null,
  }
}

function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { [field]: message })
}
