import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mailerContractTests } from '../../ports/mailer.contract-test.ts'
import { createDiskMailer } from './disk-mailer.ts'

const noon = new Date('2030-01-02T12:00:00.000Z')
const parents: Array<string> = []
afterAll(() => Promise.all(parents.map((parent) => rm(parent, { recursive: true }))))

async function createMailer() {
  const parent = await mkdtemp(join(tmpdir(), 'tipdrop-mail-'))
  parents.push(parent)
  const folder = join(parent, 'mail')
  const mailer = createDiskMailer({
    folder,
    from: 'Tips <tips@example.com>',
    clock: { now: () => noon },
  })
  return { parent, folder, mailer }
}

mailerContractTests('mail to the disk', async () => {
  const { folder, mailer } = await createMailer()
  return {
    mailer,
    async receivedMessages() {
      const names = await readdir(folder).catch(() => [])
      return Promise.all(names.sort().map((name) => readFile(join(folder, name))))
    },
  }
})

test('the mailbox lists the newest email first and reads each by its id', async () => {
  const { mailer } = await createMailer()
  expect(await mailer.mailbox.list()).toEqual([])

  await mailer.send({ to: 'a@example.com', subject: 'first', text: 'one', html: '<p>one</p>' })
  await mailer.send({ to: 'b@example.com', subject: 'second', text: 'two', html: '<p>two</p>' })

  const [second, first] = await mailer.mailbox.list()
  expect(second).toMatchObject({ to: 'b@example.com', subject: 'second', sentAt: noon })
  expect(first).toMatchObject({ to: 'a@example.com', subject: 'first' })
  const read = await mailer.mailbox.read(String(first?.id))
  expect(read).toMatchObject({ id: first?.id, to: 'a@example.com', subject: 'first', sentAt: noon })
  expect(read?.text.trim()).toBe('one')
  expect(read?.html.trim()).toBe('<p>one</p>')
})

test('an id cannot leave the folder', async () => {
  const { parent, folder, mailer } = await createMailer()
  await mailer.send({ to: 'a@example.com', subject: 's', text: 't', html: 'h' })
  const [stored] = await mailer.mailbox.list()
  await writeFile(join(parent, 'outside.eml'), 'Subject: outside\r\n\r\n')

  for (const id of [
    '../outside',
    '..%2foutside',
    'outside',
    '',
    '.',
    `${stored?.id}.eml`,
    `${stored?.id}\0`,
    `./${stored?.id}`,
  ])
    expect(await mailer.mailbox.read(id), id).toBeUndefined()
  expect(await readdir(folder)).toEqual([`${stored?.id}.eml`])
})

test('only the owner can read the emails', async () => {
  const { folder, mailer } = await createMailer()

  await mailer.send({ to: 'a@example.com', subject: 's', text: 't', html: 'h' })

  const [name] = await readdir(folder)
  expect((await stat(join(folder, String(name)))).mode & 0o077).toBe(0)
  expect((await stat(folder)).mode & 0o077).toBe(0)
})
