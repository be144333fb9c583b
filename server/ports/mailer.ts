export type EmailMessage = {
  to: string
  /** In a header, so that a mail server can tell a code from a sale. */
  kind?: string
  subject: string
  text: string
  html: string
  /** The sender's name in the inbox instead of that of `MAIL_FROM`. The address stays. */
  senderName?: string
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>
  /** `<delivery-1@tips.example.com>`. Mail programs show two emails with the same one once. */
  messageId?: string
}

/** The emails that a process sends at once, and its connections to the mail server. */
export const maxConcurrentEmails = 6
/** `send` fails when it takes longer than this. */
export const maxSendMs = 60_000

/** The mail server cannot be reached or rejects our credentials. A rejected recipient is a different error. */
export class MailServerUnavailableError extends Error {
  override name = 'MailServerUnavailableError'
}

/** The header of `kind`. */
export const kindHeader = 'X-Email-Kind'

/** Sends emails. `send` throws on failure, and the sender retries: MailServerUnavailableError or a rejected recipient. */
export interface Mailer {
  send(email: EmailMessage): Promise<void>
  /** The same, and returns what the mail server answered. A mailer without a server has none. */
  sendAndAnswer?(email: EmailMessage): Promise<string>
  /** Throws when the mail server cannot be reached or rejects our credentials. Sends nothing. */
  verify?(): Promise<void>
  /** The emails that were written to this machine, newest first. */
  readonly mailbox?: Mailbox
}

/** `kind` is that of its delivery; empty for an email from before it was stored. */
export type StoredEmail = { id: string; kind: string; to: string; subject: string; sentAt: Date }

export interface Mailbox {
  /** The newest emails, newest first; 100 by default. */
  list(limit?: number): Promise<Array<StoredEmail>>
  read(id: string): Promise<(StoredEmail & { text: string; html: string }) | undefined>
  /** Deletes at most `limit` emails sent before a time, oldest first. Returns how many. */
  deleteBefore(before: Date, limit: number): Promise<number>
}

/** A single address: no list, no display name, no line break that could start a header. */
const pattern = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/

/** Throws for anything but one plain address. */
export function assertSingleAddress(address: string): void {
  if (!pattern.test(address)) throw new Error('Not a valid email address')
}

/** The sender of an email for nodemailer: the address of `MAIL_FROM`, with another name if there is one. */
export function senderOf(from: string, name: string | undefined): string | { name: string; address: string } {
  if (name === undefined) return from
  return { name, address: /<([^<>]+)>$/.exec(from)?.[1] ?? from }
}
