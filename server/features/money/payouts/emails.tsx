import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import type { EmailOf, EmailRenderers } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { restrictionEmail } from '../payout-methods/emails.tsx'
import { shownDestination } from './present.ts'
import { findPayout, type PayoutRow } from './repository.ts'

export const payoutEmails = {
  payout_processing: payoutEmail,
  payout_paid: payoutEmail,
  payout_returned: payoutEmail,
  payout_method_changed: (ports, { data: { destination } }) => ({
    title: 'Your payout method was changed',
    lines: [`From now on, your payouts go to ${destination}.`],
    button: { label: 'Review payout settings', url: settingsUrl(ports) },
    closingLines: ['Wasn’t you? Sign in, change it back, and sign out everywhere else in Settings.'],
  }),
  payout_method_reminder: (ports, { data: { amount } }) => ({
    title: `${amount} is waiting for you`,
    lines: [
      'You’ve earned it, but we don’t know where to send it. Add a payout method and it goes out in the next run.',
    ],
    button: { label: 'Add a payout method', url: settingsUrl(ports) },
  }),
  payout_account_restricted: restrictionEmail,
} satisfies Partial<EmailRenderers>

type PayoutEmail = EmailOf<'payout_processing' | 'payout_paid' | 'payout_returned'>

const settingsUrl = ({ config }: Ports) => `${config.publicUrl}/settings/payouts`

async function payoutEmail(ports: Ports, { kind, data }: PayoutEmail): Promise<Email | undefined> {
  const payout = (await findPayout(ports.db, data.payoutId))?.payout
  const button = { label: 'See your payouts', url: settingsUrl(ports) }
  return payout && { ...emailTextFor(kind, payout), button, footer: 'creator' }
}

function emailTextFor(kind: PayoutEmail['kind'], payout: PayoutRow): Email {
  const sum = formatMoney(payout.amount, payout.currency)
  const destination =
    payout.method === 'transfer'
      ? 'your bank account'
      : `${payoutMethodLabel(payout.method)}, ${shownDestination(payout)}`
  const number = `Payout ${payout.id}`
  const notes = payout.creatorMessage ? [payout.creatorMessage] : []
  if (kind === 'payout_processing')
    return {
      title: `${sum} is on its way to you`,
      lines: [`We’re sending ${sum} to ${destination}.`, number],
      closingLines: ['Payouts take 1 to 2 business days. We’ll email you again once it’s paid.'],
    }
  if (kind === 'payout_paid')
    return {
      title: `We’ve paid you ${sum}`,
      lines: [
        `We’ve paid ${sum} to ${destination}.`,
        number,
        ...(payout.bankReference ? [`Reference: ${payout.bankReference}`] : []),
        ...notes,
      ],
      closingLines: ['You’ll find the statement, with every sale behind it, under Payouts in Settings.'],
    }
  return {
    title: `Your payout of ${sum} was returned`,
    lines: [`Our payout of ${sum} to ${destination} was returned.`, number, ...notes],
    closingLines: [
      'The money is back in your balance. Please check your payout details: we’ll use them for your next payout.',
    ],
  }
}
