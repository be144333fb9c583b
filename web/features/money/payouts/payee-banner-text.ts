import type { PayeeState } from '../../../../contract/payees.ts'
import { formatMoney } from '../../../ui/format.ts'
import type { PayoutForecast } from './payout-section.tsx'

type Asked = Pick<PayeeState, 'rule' | 'requiredFrom' | 'reachesIt' | 'details' | 'currency' | 'isUnreadable'>
type Balance = Pick<PayoutForecast, 'availableBalance' | 'minPayoutAmount'>

/** What waits for payee details, why, and how much. Undefined while nothing is missing. */
export function payeeBannerText(
  { rule, requiredFrom, reachesIt, details, currency, isUnreadable }: Asked,
  { availableBalance, minPayoutAmount }: Balance,
): { title: string; text: string } | undefined {
  if (rule === 'off' || details) return undefined
  if (isUnreadable)
    return {
      title: 'Enter your payee details again',
      text: 'We can’t read the ones that were saved. We’re sorry about that.',
    }
  if (rule === 'asked')
    return {
      title: 'Tell us who we pay',
      text: 'Your payouts don’t wait for it. This site only takes test payments.',
    }
  const from = requiredFrom && formatMoney(requiredFrom, currency)
  if (from && !reachesIt)
    return {
      title: 'Tell us who we pay',
      text: `Once you’ve earned more than ${from} in a year, we have to know. Until then your payouts don’t wait for it.`,
    }
  const why = from
    ? `You’ve earned more than ${from} this year, so we have to know who we pay.`
    : 'We have to know who we pay.'
  if (availableBalance < Number(minPayoutAmount))
    return {
      title: 'Your first payout needs your details',
      text: `${why} Save them now, and it won’t wait later.`,
    }
  return {
    title: 'Your next payout waits for your details',
    text: `${why} ${formatMoney(availableBalance, currency)} goes out in the first run after you save.`,
  }
}
