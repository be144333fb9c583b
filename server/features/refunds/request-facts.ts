import { formatMoney } from '../../../domain/price.ts'
import type { Config } from '../../config.ts'
import { collapseWhitespace } from '../mail/layout.ts'
import type { RefundRequestWithPurchase } from '../purchases/refund-requests-repository.ts'

/** What every email about a refund request says. */
export function requestFacts(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { request, purchase, title }: RefundRequestWithPurchase,
) {
  return {
    money: formatMoney(request.amount, purchase.currency),
    item: collapseWhitespace(title),
    order: `Order ${purchase.orderNumber}`,
    url: `${publicUrl}/refunds/${request.id}`,
  }
}
