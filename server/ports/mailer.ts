export type EmailMessage = { to: string; subject: string; text: string; html: string }

/** The mail server cannot be reached or does not let us in. A refused recipient is another error. */
export class MailServerAway extends Error {
  override name = 'MailServerAway'
}

/** Hands a mail over for delivery; throws when it could not, and the outbox tries again. Throws MailServerAway. */
export interface Mailer {
  send(mail: EmailMessage): Promise<void>
  /** Throws when the mail server cannot be reached or does not let us in. Sends nothing. */
  verify?(): Promise<void>
  /** Where delivered mail can be read, when it stays on this machine. Newest first. */
  readonly mailbox?: Mailbox
}

export type StoredEmail = { id: string; to: string; subject: string; sentAt: Date }

export interface Mailbox {
  list(): Promise<Array<StoredEmail>>
  read(id: string): Promise<(StoredEmail & { text: string; html: string }) | undefined>
}
