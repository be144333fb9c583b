import { join } from 'node:path'
import { diskMailbox } from '../../adapters/mail/disk-mailer.ts'

const maxListed = 20

/** The newest emails that were written to DATA_DIR/mail, one a line, the last one with its text; empty without any. */
export async function writtenEmails(dataDir: string): Promise<Array<string>> {
  const mailbox = diskMailbox(join(dataDir, 'mail'))
  const emails = await mailbox.list(maxListed)
  const [newest] = emails
  if (!newest) return []
  const lines = emails.map(
    ({ sentAt, to, subject }) =>
      `${sentAt.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${to}  ${subject}`,
  )
  const { text = '' } = (await mailbox.read(newest.id)) ?? {}
  return [...lines.toReversed(), '', text.trim()]
}
