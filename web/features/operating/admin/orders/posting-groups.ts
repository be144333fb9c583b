import type { PurchaseDetail } from '../../../../../contract/admin-purchases.ts'
import { dictionary } from '../../../../../contract/dictionary.ts'
import { shortId } from '../format.ts'

type Entry = PurchaseDetail['entries'][number]
export type PostingLine = { account: string; name: string; note: string; amount: string }
export type PostingGroup = { key: string; title: string; at: string; lines: Array<PostingLine> }

const titles: Partial<Record<string, string>> = dictionary({
  sale: 'Sale',
  refund: 'Refund',
  refund_reversal: 'Refund returned',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute won',
  provider_fee: 'Card fee',
})

type Names = { buyer: string; creator: string; provider: string; paymentId: string }

/**
 * The postings of a purchase in the order of time, each with its lines in words. The entries of a posting have its kind and
 * time, follow one another and add up to zero.
 */
export function postingGroups(entries: ReadonlyArray<Entry>, names: Names): Array<PostingGroup> {
  const groups: Array<PostingGroup & { kind: string; sum: number }> = []
  for (const { id, kind, at, account, amount } of entries) {
    const last = groups.at(-1)
    const isSame = last?.kind === kind && last.at === at && Math.abs(last.sum) > 1e-9
    const group = isSame
      ? last
      : { key: String(id), kind, title: titles[kind] ?? kind, at, lines: [], sum: 0 }
    if (!isSame) groups.push(group)
    group.sum += Number(amount)
    if (Number(amount) !== 0) group.lines.push({ account, amount, ...wordsOf(account, kind, names) })
  }
  return groups.map(({ key, title, at, lines }) => ({ key, title, at, lines: lines.toSorted(byPlace) }))
}

const order = ['cash_clearing', 'creator_balance', 'tax_payable', 'platform_revenue', 'processing_fees']

/** Where it came from, whom it went to, then ours. */
function byPlace(a: PostingLine, b: PostingLine): number {
  const place = ({ account }: PostingLine) => order.findIndex((name) => account.startsWith(name))
  return place(a) - place(b)
}

function wordsOf(
  account: string,
  kind: string,
  { buyer, creator, provider, paymentId }: Names,
): Pick<PostingLine, 'name' | 'note'> {
  if (account.startsWith('creator_balance/')) return { name: creator, note: 'In the balance' }
  if (account === 'cash_clearing')
    return kind === 'provider_fee'
      ? { name: 'Card provider', note: provider }
      : {
          name: `${buyer === 'A buyer' ? 'The buyer' : buyer}’s card`,
          note: `${provider === 'sandbox' ? 'Test card' : 'Card'}, ${shortId(paymentId)}`,
        }
  if (account === 'platform_revenue') return { name: 'Platform fee', note: 'Ours' }
  if (account === 'tax_payable') return { name: 'Tax', note: 'Set aside for the tax office' }
  if (account === 'processing_fees') return { name: 'Card costs', note: 'Ours' }
  return { name: account, note: '' }
}
