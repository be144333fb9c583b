import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import { formatMoney } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { renderEmailLayout } from '../mail/layout.ts'
import type { EmailRow } from '../mail/outbox.ts'
import { findPayout, type PayoutRow } from './repository.ts'

/** The email about a payout; undefined when it is obsolete. */
export async function payoutEmail(ports: Ports, mail: EmailRow): Promise<EmailMessage | undefined> {
  const { kind, recipient: to, data } = mail
  const settings = `${ports.config.publicUrl}/settings`
  if (kind === 'payout_method_changed')
    return payoutMethodChangedEmail({ to, settings, where: data.message ?? '' })
  const payout = data.payoutId === undefined ? undefined : (await findPayout(ports.db, data.payoutId))?.payout
  if (!payout) return undefined
  const words = emailTextFor(kind, payout)
  return {
    to,
    subject: words.title,
    ...renderEmailLayout({
      title: words.title,
      lines: words.lines,
      button: { label: 'See your payouts', url: settings },
      after: words.after,
    }),
  }
}

/** Whether this kind of email is about payouts. */
export function isPayoutEmail({ kind }: EmailRow): boolean {
  return kind.startsWith('payout')
}

type EmailText = { title: string; lines: Array<string>; after: Array<string> }

function emailTextFor(kind: EmailRow['kind'], payout: PayoutRow): EmailText {
  const sum = formatMoney(payout.amount, payout.currency)
  const destination =
    payout.method === 'transfer'
      ? 'your bank account'
      : `${payoutMethodLabel(payout.method)}, ${payout.destination}`
  const number = `Payout ${payout.id}`
  const notes = payout.creatorMessage ? [payout.creatorMessage] : []
  if (kind === 'payout_processing')
    return {
      title: `${sum} is on its way to you`,
      lines: [`We are paying ${sum} to ${destination}.`, number],
      after: ['Payouts take 1 to 2 business days. We write again when it is paid.'],
    }
  if (kind === 'payout_paid')
    return {
      title: `${sum} is paid out`,
      lines: [
        `We have paid ${sum} to ${destination}.`,
        number,
        ...(payout.bankReference ? [`Reference: ${payout.bankReference}`] : []),
        ...notes,
      ],
      after: ['The statement with every sale behind it is under payouts in your settings.'],
    }
  return {
    title: `${sum} did not reach you`,
    lines: [`Our payout of ${sum} to ${destination} came back.`, number, ...notes],
    after: ['The money is in your balance again. Check where your payouts go: the next one tries there.'],
  }
}

function payoutMethodChangedEmail({
  to,
  settings,
  where: destination,
}: {
  to: string
  settings: string
  where: string
}): EmailMessage {
  return {
    to,
    subject: 'Your payouts go somewhere else now',
    ...renderEmailLayout({
      title: 'Your payouts go somewhere else now',
      lines: [`From now on they go to ${destination}.`],
      button: { label: 'Check your settings', url: settings },
      after: ['If that was not you, sign in, set it back and end the other sessions.'],
    }),
  }
}
