import { spoken } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import { mailPage, oneLine } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import { trialUrl, withContent } from './trial.ts'
import { trialById } from './trial-rows.ts'

/** The access mail as a buyer gets it, marked as a test. */
export async function trialMail(ports: Ports, to: string, id: number | undefined): Promise<Mail | undefined> {
  const trial = id === undefined ? undefined : await trialById(ports.db, id, ports.clock.now())
  const found = trial && (await withContent(ports, trial))
  if (!trial || !found) return undefined
  const title = oneLine(found.row.content.title)
  return {
    to,
    subject: `TEST: Your access to ${title}`,
    ...mailPage({
      title: 'TEST. Thank you. It is yours for good.',
      lines: [
        'This is what a buyer of your item gets. No card was charged, and nothing was booked or counted.',
        title,
        `Order ${trial.id} · ${spoken(trial.amount, trial.currency)}`,
      ],
      button: { label: 'Open your content', url: trialUrl(ports, trial) },
      after: ['The link of a test opens for 24 hours. A buyer’s opens for good.'],
    }),
  }
}
