import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { Mailer } from './mailer.ts'

/** Tests for every mailer. `open` returns a mailer and the bytes of the messages that arrived, oldest first. */
export function mailerContractTests(
  name: string,
  open: () => Promise<{ mailer: Mailer; receivedMessages: () => Promise<Array<Buffer>> }>,
) {
  const message = {
    to: 'fan@example.com',
    subject: 'Your file',
    text: 'Here it is.',
    html: '<p>Here it is.</p>',
  }

  describe(name, () => {
    test('an email arrives with its recipient, subject, text and HTML', async () => {
      const { mailer, receivedMessages } = await open()

      await mailer.send(message)

      const [email, ...others] = await parseAll(receivedMessages)
      expect(others).toEqual([])
      expect(email).toMatchObject({ to: message.to, subject: message.subject, from: 'tips@example.com' })
      expect(email?.text.trim()).toBe(message.text)
      expect(email?.html.trim()).toBe(message.html)
    })

    test('senderName replaces the name of MAIL_FROM and not its address', async () => {
      const { mailer, receivedMessages } = await open()
      const senderName = 'Lena “Evil” <x@evil.example>, via Tipdrop\r\nBcc: other@example.com'

      await mailer.send({ ...message, senderName })

      const [email] = await parseAll(receivedMessages)
      expect(email?.from).toBe('tips@example.com')
      expect(email?.senderName).toContain('Lena “Evil”')
      expect(email?.headers.map(({ key }) => key)).not.toContain('bcc')
    })

    test('characters of every script arrive unchanged', async () => {
      const { mailer, receivedMessages } = await open()
      const nonAscii = { subject: 'Grüße 🍑 שלום', text: `Ça va? ${'日本語'.repeat(100)}`, html: '<p>🍑</p>' }

      await mailer.send({ ...message, ...nonAscii })

      const [email] = await parseAll(receivedMessages)
      expect(email?.subject).toBe(nonAscii.subject)
      expect(email?.text.trim()).toBe(nonAscii.text)
      expect(email?.html.trim()).toBe(nonAscii.html)
    })

    test('emails arrive in the order they were sent', async () => {
      const { mailer, receivedMessages } = await open()

      for (const subject of ['one', 'two', 'three']) await mailer.send({ ...message, subject })

      expect((await parseAll(receivedMessages)).map(({ subject }) => subject)).toEqual([
        'one',
        'two',
        'three',
      ])
    })

    test.each([
      'fan@example.com\r\nBcc: everybody@example.com',
      'fan@example.com\nSubject: other',
      'fan@example.com, second@example.com',
      'Fan <fan@example.com>',
      'group: a@example.com;',
      'nobody',
      '',
    ])('the recipient %o is rejected and nothing is sent', async (to) => {
      const { mailer, receivedMessages } = await open()

      await expect(mailer.send({ ...message, to })).rejects.toThrow('Not a valid email address')

      expect(await parseAll(receivedMessages)).toEqual([])
    })

    test('a line break in a subject does not start a header', async () => {
      const { mailer, receivedMessages } = await open()

      await mailer.send({ ...message, subject: 'Hello\r\nBcc: everybody@example.com' })

      const [email] = await parseAll(receivedMessages)
      expect(email?.headers.map(({ key }) => key)).not.toContain('bcc')
      expect(email?.to).toBe(message.to)
    })
  })
}

async function parseAll(receivedMessages: () => Promise<Array<Buffer>>) {
  const emails = await Promise.all((await receivedMessages()).map((message) => PostalMime.parse(message)))
  return emails.map(({ headers, from, to, subject = '', text = '', html = '' }) => ({
    headers,
    from: from?.address ?? '',
    senderName: from?.name ?? '',
    to: (to ?? []).map(({ address }) => address).join(),
    subject,
    text,
    html,
  }))
}
