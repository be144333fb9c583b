import { limits } from '../../../../contract/limits.ts'
import type { CompanyDetails } from '../../../../contract/receipts.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { replaceReceipt } from '../receipts/replace-receipt.ts'
import { readBusiness } from './buyer-details.ts'

/**
 * Puts a company on the receipt after paying: once, within 30 days. The first receipt is canceled by a credit note, and a new
 * one is issued. Throws AppError `conflict` afterwards.
 */
export async function addCompanyDetails(
  ports: Ports,
  bought: PurchaseWithGrant,
  details: CompanyDetails,
): Promise<void> {
  const { purchase, checkout } = bought
  const company = await readBusiness(ports, { ...details, country: purchase.buyerCountry ?? '' })
  if (ports.clock.now().getTime() - purchase.paidAt.getTime() > limits.companyDetailsWindowMs)
    throw new AppError(
      'conflict',
      'Company details can be added for 30 days after paying. Please contact us.',
    )
  await replaceReceipt(ports, {
    bought,
    company,
    check: (documents) => {
      const hasCompany = checkout.businessName !== '' || checkout.vatId !== ''
      if (hasCompany || documents.some(({ kind, postingKind }) => kind === 'receipt' && postingKind === null))
        throw new AppError(
          'conflict',
          'The receipt has company details already. Please contact us to change them.',
        )
    },
  })
}
