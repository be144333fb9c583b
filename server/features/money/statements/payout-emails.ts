import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import type { EmailOf, EmailRenderers } from '../../telling/deliveries/deliveries.ts'
import type { Email, EmailRow } from '../../telling/email/email.ts'
import { shownDestination } from '../payouts/present.ts'
import { findPayout, type PayoutRow } from '../payouts/repository.ts'
import { payoutSums } from './printed.ts'

/** A payout and what it is made of. */
export const payoutEmails = {
  payout_paid: payoutEmail,
  payout_returned: payoutEmail,
} satisfies Partial<EmailRenderers>

type PayoutEmail = EmailOf<'payout_paid' | 'payout_returned'>

async function payoutEmail(ports: Ports, { kind, data }: PayoutEmail): Promise<Email | undefined> {
  const payout = (await findPayout(ports.db, data.payoutId))?.payout
  if (!payout) return undefined
  const url = `${ports.config.publicUrl}/settings/payouts`
  const { bankReference, creatorMessage } = payout
  return {
    ...textOf(kind, payout),
    ...(creatorMessage && { quotes: [{ text: creatorMessage, by: 'A note about this payout' }] }),
    button:
      kind === 'payout_returned'
        ? { label: 'Check your payout details', url }
        : { label: 'See the statement', url },
    ...(kind !== 'payout_returned' && { rows: await sumRows(ports, payout) }),
    smallPrint: [
      { text: bankReference ? `Payout ${payout.id} · Reference ${bankReference}` : `Payout ${payout.id}` },
    ],
    footer: 'creator',
  }
}

function textOf(kind: PayoutEmail['kind'], payout: PayoutRow): Pick<Email, 'title' | 'lines'> {
  const sum = formatMoney(payout.amount, payout.currency)
  const destination =
    payout.method === 'transfer'
      ? 'your bank account'
      : `${payoutMethodLabel(payout.method)}, ${shownDestination(payout)}`
  if (kind === 'payout_paid')
    return {
      title: `${sum} is on its way to you`,
      lines: [`We’ve paid ${sum} to ${destination}.`, arrivalText(payout)],
    }
  return {
    title: `Your payout of ${sum} was returned`,
    lines: [
      `Our payout of ${sum} to ${destination} was returned.`,
      payout.method === 'transfer'
        ? 'The money is back in your balance. Please check your bank account before your next payout.'
        : 'The money is back in your balance. Please confirm or change your payout details: the next run skips you until you do.',
    ],
  }
}

/** What a creator has to do or to expect now that the money is sent. */
function arrivalText({ method, destination, destinationMask }: PayoutRow): string {
  if (method === 'wise')
    return 'If Wise asks you where it should go, answer within a week. After that it goes back to your balance.'
  const isAddress = shownDestination({ method, destination, destinationMask }).includes('@')
  if (method === 'paypal' || (method === 'venmo' && isAddress))
    return 'If you have no account with this address yet, claim it within 30 days. After that it goes back to your balance.'
  return 'It can take 1 to 3 business days until you see it.'
}

async function sumRows(ports: Ports, payout: PayoutRow): Promise<Array<EmailRow>> {
  const { currency } = payout
  const money = (amount: number) =>
    amount < 0 ? `− ${formatMoney(-amount, currency)}` : formatMoney(amount, currency)
  const sums = await payoutSums(ports, payout)
  return [
    ...sums.map(([label, amount]) => ({ label, value: money(amount) })),
    { label: 'Paid to you', value: money(payout.amount) },
  ]
}
