import { previewPayouts } from '../../../../../contract/payout-runs.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { formatMoney, pluralize } from '../../../../ui/format.ts'

/** Whom another minimum payout would pay, or leave waiting, in the run of this month. */
export function MinPayoutEffect({ text }: { text: string }) {
  const now = new Date()
  const { data } = useApiQuery(previewPayouts, {
    query: { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() },
  })
  const minimum = Number(text.replace(',', '.'))
  if (!data || text.trim() === '' || !(minimum > 0)) return 'Creators wait until they have this much.'
  return minPayoutEffect(data, minimum)
}

type Preview = Pick<ResponseOf<typeof previewPayouts>, 'payable' | 'skipped' | 'currency'>

/** Only of the creators that the preview lists, which are those with the highest balances. */
export function minPayoutEffect({ payable, skipped, currency }: Preview, minimum: number): string {
  const added = skipped.filter(
    ({ reason, amount }) => reason === 'below_minimum' && Number(amount) >= minimum,
  )
  const waiting = payable.filter(({ amount }) => Number(amount) < minimum)
  const [person] = added.length > 0 ? added : waiting
  const count = added.length > 0 ? added.length : waiting.length
  if (!person) return 'It changes nothing for anyone in this month’s run.'
  const who = count === 1 ? `: ${person.name ?? person.email}, ${formatMoney(person.amount, currency)}` : ''
  if (added.length > 0) return `${moreText(count)} would be paid in this month’s run${who}.`
  return `${pluralize(count, 'creator')} would have to wait${who}.`
}

function moreText(count: number): string {
  return count === 1 ? 'One more creator' : `${count} more creators`
}
