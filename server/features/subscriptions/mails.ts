import { limits } from '../../../contract/limits.ts'
import { inWords } from '../../../domain/days.ts'
import { spoken } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import { mailPage } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import type { MailRow } from '../mail/outbox.ts'
import { subscriptionById } from './repository.ts'

type Words = { subject: string; lines: Array<string> }

/** What a creator is told about Pro; undefined for what is no mail of ours. */
export async function subscriptionMail(ports: Ports, mail: MailRow): Promise<Mail | undefined> {
  const { config, db } = ports
  const row = mail.data.subscriptionId && (await subscriptionById(db, mail.data.subscriptionId))
  if (!row) return undefined
  const price = spoken(limits.proMonthlyPrice, config.currency)
  const until = (date: Date | null) => (date ? ` until ${inWords(date)}` : '')
  const words: Partial<Record<MailRow['kind'], Words>> = {
    'pro-started': {
      subject: 'You are on Pro',
      lines: [
        'From now on every sale is yours: we take no fee.',
        `Pro renews each month for ${price}. You can cancel anytime, and it stays on until the period ends.`,
      ],
    },
    'pro-failed': {
      subject: 'Your Pro payment did not go through',
      lines: [
        `The card provider could not collect ${price} for this month. It tries again over the next days.`,
        `Pro stays on${until(row.graceUntil)}. Nothing you have published changes.`,
      ],
    },
    'pro-recovered': {
      subject: 'Your Pro payment went through',
      lines: ['Everything is in order again. Pro goes on as before.'],
    },
    'pro-ended': {
      subject: 'Pro has ended',
      lines: [
        'Your items stay on sale, with the fee of the Creator Plan on new sales. Earlier sales keep their terms.',
        'You can come back at any time.',
      ],
    },
  }
  const said = words[mail.kind]
  if (!said) return undefined
  const button = { label: 'See your plan', url: `${config.publicUrl}/settings#plan` }
  return {
    to: mail.recipient,
    subject: said.subject,
    ...mailPage({ title: said.subject, lines: said.lines, button }),
  }
}
