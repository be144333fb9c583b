import { wayName } from '../../../contract/payout-words.ts'
import { spoken } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import { mailPage } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import type { MailRow } from '../mail/outbox.ts'
import { type PayoutRow, payoutById } from './repository.ts'

/** What a mail about payouts says to its reader; undefined when there is nothing to say any more. */
export async function payoutMail(ports: Ports, mail: MailRow): Promise<Mail | undefined> {
  const { kind, recipient: to, data } = mail
  const settings = `${ports.config.publicUrl}/settings`
  if (kind === 'payout-method') return methodMail({ to, settings, where: data.words ?? '' })
  const payout = data.payoutId === undefined ? undefined : (await payoutById(ports.db, data.payoutId))?.payout
  if (!payout) return undefined
  const words = wordsFor(kind, payout)
  return {
    to,
    subject: words.title,
    ...mailPage({
      title: words.title,
      lines: words.lines,
      button: { label: 'See your payouts', url: settings },
      after: words.after,
    }),
  }
}

/** True for the mails that are ours to word. */
export function isPayoutMail({ kind }: MailRow): boolean {
  return kind.startsWith('payout')
}

type Words = { title: string; lines: Array<string>; after: Array<string> }

function wordsFor(kind: MailRow['kind'], payout: PayoutRow): Words {
  const sum = spoken(payout.amount, payout.currency)
  const where = payout.via === 'transfer' ? 'your bank account' : `${wayName(payout.via)}, ${payout.sentTo}`
  const number = `Payout ${payout.id}`
  const notes = payout.notes ? [payout.notes] : []
  if (kind === 'payout')
    return {
      title: `${sum} is on its way to you`,
      lines: [`We are paying ${sum} to ${where}.`, number],
      after: ['Payouts take 1 to 2 business days. We write again when it is paid.'],
    }
  if (kind === 'payout-paid')
    return {
      title: `${sum} is paid out`,
      lines: [
        `We have paid ${sum} to ${where}.`,
        number,
        ...(payout.reference ? [`Reference: ${payout.reference}`] : []),
        ...notes,
      ],
      after: ['The statement with every sale behind it is under payouts in your settings.'],
    }
  return {
    title: `${sum} did not reach you`,
    lines: [`Our payout of ${sum} to ${where} came back.`, number, ...notes],
    after: ['The money is in your balance again. Check where your payouts go: the next one tries there.'],
  }
}

function methodMail({ to, settings, where }: { to: string; settings: string; where: string }): Mail {
  return {
    to,
    subject: 'Your payouts go somewhere else now',
    ...mailPage({
      title: 'Your payouts go somewhere else now',
      lines: [`From now on they go to ${where}.`],
      button: { label: 'Check your settings', url: settings },
      after: ['If that was not you, sign in, set it back and end the other sessions.'],
    }),
  }
}
