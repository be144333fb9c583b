import { describe, expect, test } from 'vitest'
import type { EmailMessage, Mailer } from './mailer.ts'

export type ReceivedEmail = {
  headers: Array<{ key: string; value: string }>
  from: string
  to: string
} & Omit<EmailMessage, 'to'>

/** What every mailer must do. `open` gives a mailer and a way to see what arrived, oldest first. */
export function mailerContractTests(
  name: string,
  open: () => Promise<{ mailer: Mailer; arrived: () => Promise<Array<ReceivedEmail>> }>,
) {
  const mail = {
    to: 'fan@example.com',
    subject: 'Your file',
    text: 'Here it is.',
    html: '<p>Here it is.</p>',
  }

  describe(name, () => {
    test('a mail arrives with its address, subject, text and page', async () => {
      const { mailer, arrived: receivedEmails } = await open()

      await mailer.send(mail)

      const [email, ...others] = await receivedEmails()
      expect(others).toEqual([])
      expect(email).toMatchObject({ to: mail.to, subject: mail.subject, from: 'tips@example.com' })
      expect(email?.text.trim()).toBe(mail.text)
      expect(email?.html.trim()).toBe(mail.html)
    })

    test('letters of every script arrive as they were written', async () => {
      const { mailer, arrived: receivedEmails } = await open()
      const nonAscii = { subject: 'Grüße 🍑 שלום', text: `Ça va? ${'日本語'.repeat(100)}`, html: '<p>🍑</p>' }

      await mailer.send({ ...mail, ...nonAscii })

      const [email] = await receivedEmails()
      expect(email?.subject).toBe(nonAscii.subject)
      expect(email?.text.trim()).toBe(nonAscii.text)
      expect(email?.html.trim()).toBe(nonAscii.html)
    })

    test('mails arrive in the order they were sent', async () => {
      const { mailer, arrived: receivedEmails } = await open()

      for (const subject of ['one', 'two', 'three']) await mailer.send({ ...mail, subject })

      expect((await receivedEmails()).map(({ subject }) => subject)).toEqual(['one', 'two', 'three'])
    })

    test.each([
      'fan@example.com\r\nBcc: everybody@example.com',
      'fan@example.com\nSubject: other',
      'fan@example.com, second@example.com',
      'Fan <fan@example.com>',
      'group: a@example.com;',
      'nobody',
      '',
    ])('the address %o is refused and nothing is sent', async (to) => {
      const { mailer, arrived: receivedEmails } = await open()

      await expect(mailer.send({ ...mail, to })).rejects.toThrow('Not an address')

      expect(await receivedEmails()).toEqual([])
    })

    test('a line break in a subject starts no header', async () => {
      const { mailer, arrived: receivedEmails } = await open()

      await mailer.send({ ...mail, subject: 'Hello\r\nBcc: everybody@example.com' })

      const [email] = await receivedEmails()
      expect(email?.headers.map(({ key }) => key)).not.toContain('bcc')
      expect(email?.to).toBe(mail.to)
    })
  })
}
