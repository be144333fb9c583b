import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../ports/clock.ts'
import {
  assertSingleAddress,
  type EmailMessage,
  kindHeader,
  type Mailbox,
  type Mailer,
  type StoredEmail,
  senderOf,
} from '../../ports/mailer.ts'
import { writeFileAtomically } from '../atomic-write.ts'
import { ignoreNotFound } from '../disk/io.ts'

/** The page size of the mailbox. */
const maxListedEmails = 100
const idPattern = /^\d{15}-[0-9a-f]{12}$/

/** Writes each email to a `.eml` file in `folder`; its name is its id, and sorts by time. */
export function createDiskMailer({
  folder,
  from,
  clock,
}: {
  folder: string
  from: string
  clock: Clock
}): Mailer & { mailbox: Mailbox } {
  let lastIdMs = 0

  return {
    async send(email) {
      assertSingleAddress(email.to)
      const date = clock.now()
      // Two emails of the same millisecond keep their order.
      lastIdMs = Math.max(date.getTime(), lastIdMs + 1)
      const id = `${String(lastIdMs).padStart(15, '0')}-${randomBytes(6).toString('hex')}`
      const content = await composeEmail({ from, date, email })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFileAtomically(join(folder, `${id}.eml`), content)
    },
    mailbox: diskMailbox(folder),
  }
}

/** The emails that a disk mailer wrote to `folder`. */
export function diskMailbox(folder: string): Mailbox {
  return {
    list: (limit = maxListedEmails) => listEmail(folder, limit),
    read: (id) => readEmail(folder, id),
    deleteBefore: (before, limit) => deleteMailBefore(folder, before, limit),
  }
}

/** At most `limit` emails of a folder, newest first; empty when the folder does not exist. */
async function listEmail(folder: string, limit: number): Promise<Array<StoredEmail>> {
  const newest = (await listIds(folder)).reverse()
  const emails = await Promise.all(newest.slice(0, limit).map((id) => readEmail(folder, id)))
  return emails
    .flatMap((email) => email ?? [])
    .map(({ id, kind, to, subject, sentAt }) => ({ id, kind, to, subject, sentAt }))
}

/** The ids of all emails, oldest first. */
async function listIds(folder: string): Promise<Array<string>> {
  const names = await readdir(folder).catch(ignoreNotFound)
  const ids = (names ?? []).filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4))
  return ids.filter((id) => idPattern.test(id)).sort()
}

async function deleteMailBefore(folder: string, before: Date, limit: number): Promise<number> {
  const expired = (await listIds(folder)).filter((id) => sentAtMs(id) < before.getTime()).slice(0, limit)
  for (const id of expired) await rm(join(folder, `${id}.eml`), { force: true })
  return expired.length
}

/** An id begins with the time it was sent, in milliseconds. */
function sentAtMs(id: string): number {
  return Number(id.slice(0, 15))
}

/** Undefined for an unknown email; an id is never a path. */
async function readEmail(folder: string, id: string) {
  if (!idPattern.test(id)) return undefined
  const bytes = await readFile(join(folder, `${id}.eml`)).catch(ignoreNotFound)
  if (!bytes) return undefined
  const { default: PostalMime } = await import('postal-mime')
  const { to, subject = '', date, text = '', html = '', headers } = await PostalMime.parse(bytes)
  const kind = headers.find(({ key }) => key === kindHeader.toLowerCase())?.value ?? ''
  return { id, kind, to: to?.[0]?.address ?? '', subject, sentAt: new Date(date ?? 0), text, html }
}

/** `from` is `MAIL_FROM`. */
type EmailFile = { from: string; date: Date; email: EmailMessage }

/** The bytes of the email as RFC 5322 defines them. The library is loaded for the first one. */
async function composeEmail({ from, date, email }: EmailFile): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { senderName, kind, headers, ...message } = email
  const composer = new MailComposer({
    ...message,
    headers: { ...headers, ...(kind && { [kindHeader]: kind }) },
    from: senderOf(from, senderName),
    date,
    newline: 'windows',
  })
  return composer.compile().build()
}
