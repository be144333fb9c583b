export type Mail = { to: string; subject: string; text: string; html: string }

/** Hands a mail over for delivery; throws when it could not, and the outbox tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
