import { describe, expect, test } from 'vitest'
import type { Mail, Mailer } from './mailer.ts'

export type Arrived = { headers: Array<{ key: string; value: string }>; from: string; to: string } & Omit<
  Mail,
  'to'
>

/** What every mailer must do. `open` gives a mailer and a way to see what arrived, oldest first. */
export function mailerSuite(
  name: string,
  open: () => Promise<{ mailer: Mailer; arrived: () => Promise<Array<Arrived>> }>,
) {
  const mail = {
    to: 'fan@example.com',
    subject: 'Your file',
    text: 'Here it is.',
    html: '<p>Here it is.</p>',
  }

  describe(name, () => {
    test('a mail arrives with its address, subject, text and page', async () => {
      const { mailer, arrived } = await open()

      await mailer.send(mail)

      const [found, ...others] = await arrived()
      expect(others).toEqual([])
      expect(found).toMatchObject({ to: mail.to, subject: mail.subject, from: 'tips@example.com' })
      expect(found?.text.trim()).toBe(mail.text)
      expect(found?.html.trim()).toBe(mail.html)
    })

    test('letters of every script arrive as they were written', async () => {
      const { mailer, arrived } = await open()
      const odd = { subject: 'Grüße 🍑 שלום', text: `Ça va? ${'日本語'.repeat(100)}`, html: '<p>🍑</p>' }

      await mailer.send({ ...mail, ...odd })

      const [found] = await arrived()
      expect(found?.subject).toBe(odd.subject)
      expect(found?.text.trim()).toBe(odd.text)
      expect(found?.html.trim()).toBe(odd.html)
    })

    test('mails arrive in the order they were sent', async () => {
      const { mailer, arrived } = await open()

      for (const subject of ['one', 'two', 'three']) await mailer.send({ ...mail, subject })

      expect((await arrived()).map(({ subject }) => subject)).toEqual(['one', 'two', 'three'])
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
      const { mailer, arrived } = await open()

      await expect(mailer.send({ ...mail, to })).rejects.toThrow('Not an address')

      expect(await arrived()).toEqual([])
    })

    test('a line break in a subject starts no header', async () => {
      const { mailer, arrived } = await open()

      await mailer.send({ ...mail, subject: 'Hello\r\nBcc: everybody@example.com' })

      const [found] = await arrived()
      expect(found?.headers.map(({ key }) => key)).not.toContain('bcc')
      expect(found?.to).toBe(mail.to)
    })
  })
}
