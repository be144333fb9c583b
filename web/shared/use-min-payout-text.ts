import { getInstance } from '../../contract/instance.ts'
import { withoutZeroDecimals } from '../../domain/payout.ts'
import { useApiQuery } from '../api/query.ts'
import { formatMoney } from '../ui/format.ts'

/** The site's minimum payout in a sentence, such as `$25`. Every page has loaded it. */
export function useMinPayoutText(): string {
  const { data } = useApiQuery(getInstance)
  return data ? withoutZeroDecimals(formatMoney(data.minPayoutAmount, data.currency), data.currency) : ''
}
