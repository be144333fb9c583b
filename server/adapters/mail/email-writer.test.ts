import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { createEmailWriter } from './email-writer.ts'

const cleanups: Array<() => Promise<unknown>> = []
afterAll(async () => {
  for (const cleanUp of cleanups.reverse()) await cleanUp()
})

async function openWriter(workerSource?: string, { timeoutMs = 30_000, minEmails = 1 } = {}) {
  const parent = await mkdtemp(join(tmpdir(), 'tipdrop-writer-'))
  cleanups.push(() => rm(parent, { recursive: true }))
  const folder = join(parent, 'mail')
  const workerFile = join(parent, 'worker.mjs')
  if (workerSource !== undefined) await writeFile(workerFile, workerSource)
  const errors: Array<unknown> = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: unknown) => errors.push(fields),
  }
  const writer = createEmailWriter({
    ...{ folder, log, timeoutMs, minEmails },
    ...(workerSource !== undefined && { workerFile }),
  })
  cleanups.push(() => writer.close())
  const send = (numbers: Array<number>, text = 'Grüße') =>
    Promise.all(
      numbers.map((n) => {
        const email = { to: `fan${n}@example.com`, subject: `Email ${n}`, text, html: '<p>Grüße</p>' }
        return writer.write({ name: `${n}.eml`, from: 'tips@example.com', date: new Date(0), email })
      }),
    )
  return { folder, errors, send, close: writer.close }
}

/** Its files differ from those of the main thread. */
const markingWorker = `
import { writeFileSync } from 'node:fs'
export const writeEmails = ({ folder, emails }) => {
  for (const { name } of emails) writeFileSync(folder + '/' + name, 'from the worker')
}`

test('the worker composes and writes emails that are sent at the same time', async () => {
  const { folder, errors, send } = await openWriter()

  await send([1, 2, 3, 4, 5, 6])

  expect((await readdir(folder)).sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `${n}.eml`))
  expect(errors).toEqual([])
  const email = await PostalMime.parse(await readFile(join(folder, '5.eml')))
  expect(email).toMatchObject({ subject: 'Email 5', text: 'Grüße\n', html: '<p>Grüße</p>\n' })
})

test('a few emails need no worker', async () => {
  const { folder, send } = await openWriter(markingWorker)

  await send([1, 2, 3])
  await send([4, 5, 6, 7])

  expect(await readFile(join(folder, '3.eml'), 'utf8')).toContain('Email 3')
  expect(await readFile(join(folder, '4.eml'), 'utf8')).toBe('from the worker')
})

test('the worker starts when there are many emails in a few seconds', async () => {
  const { folder, send } = await openWriter(markingWorker, { minEmails: 9 })
  const readEmail = (n: number) => readFile(join(folder, `${n}.eml`), 'utf8')

  await send([1, 2, 3, 4])
  await sleep(5_000)
  await send([5, 6, 7, 8])
  await send([9, 10, 11, 12, 13])

  expect(await readEmail(4)).toContain('Email 4')
  expect(await readEmail(8)).toContain('Email 8')
  expect(await readEmail(13)).toBe('from the worker')
})

test.each([
  ['fails', 'throw new Error()'],
  ['ends', 'setTimeout(() => { throw new Error() }); return new Promise(() => {})'],
  ['hangs', 'for (;;);'],
])('emails arrive once each when the worker %s after the first one', async (_, ending) => {
  const { folder, send } = await openWriter(
    `
import { writeFileSync } from 'node:fs'
export const writeEmails = ({ folder, emails: [first] }) => {
  writeFileSync(folder + '/' + first.name, 'from the worker')
  ${ending}
}`,
    { timeoutMs: 1_500 },
  )

  await send([1, 2, 3, 4, 5])

  expect((await readdir(folder)).sort()).toEqual([1, 2, 3, 4, 5].map((n) => `${n}.eml`))
  expect(await readFile(join(folder, '1.eml'), 'utf8')).toBe('from the worker')
  expect(await readFile(join(folder, '2.eml'), 'utf8')).toContain('Email 2')
})

test('emails after the end of the worker are written without it', async () => {
  const { folder, send, close } = await openWriter(markingWorker)
  await close()

  await send([1, 2, 3, 4, 5])

  expect(await readFile(join(folder, '5.eml'), 'utf8')).toContain('Email 5')
})
