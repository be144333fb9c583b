import { limits } from '../../../contract/limits.ts'
import { formatLongDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { renderEmailLayout } from '../mail/layout.ts'
import type { EmailRow } from '../mail/outbox.ts'
import { findSubscription } from './repository.ts'

type EmailText = { subject: string; lines: Array<string> }

/** The email about Pro to a creator; undefined for other kinds. */
export async function subscriptionEmail(ports: Ports, mail: EmailRow): Promise<EmailMessage | undefined> {
  const { config, db } = ports
  const row = mail.data.subscriptionId && (await findSubscription(db, mail.data.subscriptionId))
  if (!row) return undefined
  const price = formatMoney(limits.proMonthlyPriceAmount, config.currency)
  const until = (date: Date | null) => (date ? ` until ${formatLongDate(date)}` : '')
  const textByKind: Partial<Record<EmailRow['kind'], EmailText>> = {
    subscription_started: {
      subject: 'You are on Pro',
      lines: [
        'From now on every sale is yours: we take no fee.',
        `Pro renews each month for ${price}. You can cancel anytime, and it stays on until the period ends.`,
      ],
    },
    subscription_payment_failed: {
      subject: 'Your Pro payment did not go through',
      lines: [
        `The card provider could not collect ${price} for this month. It tries again over the next days.`,
        `Pro stays on${until(row.gracePeriodEndsAt)}. Nothing you have published changes.`,
      ],
    },
    subscription_payment_recovered: {
      subject: 'Your Pro payment went through',
      lines: ['Everything is in order again. Pro goes on as before.'],
    },
    subscription_ended: {
      subject: 'Pro has ended',
      lines: [
        'Your items stay on sale, with the fee of the Creator Plan on new sales. Earlier sales keep their terms.',
        'You can come back at any time.',
      ],
    },
  }
  const emailText = textByKind[mail.kind]
  if (!emailText) return undefined
  const button = { label: 'See your plan', url: `${config.publicUrl}/settings#plan` }
  return {
    to: mail.recipient,
    subject: emailText.subject,
    ...renderEmailLayout({ title: emailText.subject, lines: emailText.lines, button }),
  }
}
