import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import type { Clock } from '../ports/clock.ts'
import type { Mailbox, Mailer, StoredEmail } from '../ports/mailer.ts'
import { writeFileAtomically } from './atomic-write.ts'
import { assertSingleAddress, senderOf } from './email-address.ts'

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
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let lastIdMs = 0

  return {
    async send({ to, subject, text, html, senderName, headers = {} }) {
      assertSingleAddress(to)
      const date = clock.now()
      const sender = senderOf(from, senderName)
      const { message } = await composer.sendMail({ from: sender, to, subject, text, html, date, headers })
      // Two emails of the same millisecond keep their order.
      lastIdMs = Math.max(date.getTime(), lastIdMs + 1)
      const id = `${String(lastIdMs).padStart(15, '0')}-${randomBytes(6).toString('hex')}`
      const write = () => writeFileAtomically(join(folder, `${id}.eml`), assertBuffer(message))
      await write().catch(async (error: unknown) => {
        ignoreNotFound(error)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await write()
      })
    },
    mailbox: {
      list: () => listEmail(folder),
      read: (id) => readEmail(folder, id),
      deleteBefore: (before, limit) => deleteMailBefore(folder, before, limit),
    },
  }
}

/** The newest emails of a folder, newest first; empty when the folder does not exist. */
async function listEmail(folder: string): Promise<Array<StoredEmail>> {
  const newest = (await listIds(folder)).reverse()
  const emails = await Promise.all(newest.slice(0, maxListedEmails).map((id) => readEmail(folder, id)))
  return emails
    .flatMap((email) => email ?? [])
    .map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt }))
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
  const { to, subject = '', date, text = '', html = '' } = await PostalMime.parse(bytes)
  return { id, to: to?.[0]?.address ?? '', subject, sentAt: new Date(date ?? 0), text, html }
}

function assertBuffer(message: unknown): Buffer {
  if (!Buffer.isBuffer(message)) throw new Error('The email was not composed')
  return message
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
