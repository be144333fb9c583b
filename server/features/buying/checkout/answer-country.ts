import { AppError } from '../../../../domain/errors.ts'
import { updateRow } from '../../../db/rows.ts'
import { purchases } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { countryQuestion } from '../access/receipt.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

/**
 * Keeps where the buyer lives, as evidence beside the card and what they stated before. It changes no tax: that is the
 * operator's to correct. Throws AppError `conflict` when nothing is asked anymore.
 */
export async function answerCountry(ports: Ports, bought: PurchaseWithGrant, country: string): Promise<void> {
  const question = countryQuestion(bought)
  if (!question) throw new AppError('conflict', 'You’ve answered this already. Thank you.')
  if (country !== question.card && country !== question.stated)
    throw new AppError('invalid_input', 'Choose one of the two countries', {
      country: 'Choose one of the two countries',
    })
  const answer = { answeredCountry: country, countryAnsweredAt: ports.clock.now() }
  await updateRow(ports.db, purchases, { id: bought.purchase.id }, answer)
}
