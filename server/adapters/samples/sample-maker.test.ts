import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { pdfWithPages } from '../../../tests/support/pdf.ts'
import { fileOf } from '../../../tests/support/range-reader.ts'
import { mp4Recording } from '../../../tests/support/recordings.ts'
import type { RangeReader } from '../../ports/sample-maker.ts'
import { sampleMaker } from './sample-maker.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const maker = sampleMaker({ log })
afterAll(() => maker.close())

const range = { startSecond: 0, seconds: 30 }

test('a recording is cut in a process of its own', async () => {
  const sample = await maker.cutRecording(fileOf(await mp4Recording({ seconds: 60 })), range)

  expect(sample).toMatchObject({ kind: 'video', mimeType: 'video/mp4', durationMs: 30_000 })
})

test('a file that is no recording rejects with the fault unrecognized', async () => {
  const cutting = maker.cutRecording(fileOf(Buffer.from('no recording')), range)

  await expect(cutting).rejects.toMatchObject({ name: 'SampleError', fault: 'unrecognized' })
})

test('the first pages of a PDF are drawn small', async () => {
  const pages = await maker.drawPages(fileOf(await pdfWithPages(8)), { pages: 2 })

  expect(pages).toMatchObject([
    { width: 900, height: 1_273 },
    { width: 900, height: 1_273 },
  ])
  const colors = await Promise.all(
    pages.map(async ({ bytes }) => [...(await sharp(bytes).removeAlpha().resize(1, 1).raw().toBuffer())]),
  )
  // Mostly red, then mostly blue.
  expect(colors.map(([red = 0, , blue = 0]) => red > blue)).toEqual([true, false])
})

test('never more than half of a PDF’s pages are drawn', async () => {
  expect(await maker.drawPages(fileOf(await pdfWithPages(5)), { pages: 3 })).toHaveLength(2)
  await expect(maker.drawPages(fileOf(await pdfWithPages(1)), { pages: 3 })).rejects.toMatchObject({
    fault: 'short',
  })
})

test('a PDF with a password rejects as protected, and a damaged one as damaged', {
  tags: ['long'],
}, async () => {
  const locked = await pdfWithPages(4, { userPassword: 'secret', ownerPassword: 'owner' })
  const whole = await pdfWithPages(4)

  await expect(maker.drawPages(fileOf(locked), { pages: 1 })).rejects.toMatchObject({ fault: 'protected' })
  await expect(maker.drawPages(fileOf(whole.subarray(0, 200)), { pages: 1 })).rejects.toMatchObject({
    fault: 'damaged',
  })
})

/** A worker with this code instead of the one that cuts recordings. */
async function makerWithWorker(code: string, options: Partial<Parameters<typeof sampleMaker>[0]> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-sample-'))
  await writeFile(`${folder}/recording-worker.ts`, code)
  const fake = sampleMaker({ log, workerFolder: folder, ...options })
  onTestFinished(async () => {
    await fake.close()
    await rm(folder, { recursive: true })
  })
  return fake
}

test('a worker that fills its heap is ended', { tags: ['long'] }, async () => {
  const fake = await makerWithWorker('const all = []; for (;;) all.push(new Array(1e6).fill(1.5))')

  await expect(fake.cutRecording(fileOf(Buffer.alloc(9)), range)).rejects.toMatchObject({
    fault: 'exhausted',
  })
})

test.each([
  ['hangs', 'for (;;);', { timeoutMs: 1_000 }],
  [
    'fills the memory',
    'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 5)',
    { maxMemoryBytes: 300_000_000 },
  ],
])('a worker that %s is ended', async (_, code, options) => {
  const fake = await makerWithWorker(code, options)

  await expect(fake.cutRecording(fileOf(Buffer.alloc(9)), range)).rejects.toMatchObject({
    fault: 'exhausted',
  })
})

test('a worker that crashes fails its own file only', { tags: ['long'] }, async () => {
  const fake = await makerWithWorker(`process.on('message', ({ sizeBytes }) => {
    if (sizeBytes === 1) process.exit(3)
    process.send({ type: 'done', result: { kind: 'audio', mimeType: 'audio/mp4' } })
  })`)

  const [crashed, next] = await Promise.allSettled([
    fake.cutRecording(fileOf(Buffer.alloc(1)), range),
    fake.cutRecording(fileOf(Buffer.alloc(2)), range),
  ])

  expect(crashed).toMatchObject({ status: 'rejected', reason: { fault: 'damaged' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: { kind: 'audio' } })
})

test('a worker has no environment, no other files and no subprocesses', async () => {
  const fake = await makerWithWorker(`
    import { spawnSync } from 'node:child_process'
    import { readFileSync, writeFileSync } from 'node:fs'
    const attempts = [
      () => readFileSync('/etc/hostname'),
      () => writeFileSync(${JSON.stringify(join(tmpdir(), 'written-by-worker'))}, ''),
      () => spawnSync('true'),
    ]
    process.on('message', () => process.send({ type: 'done', result: {
      mimeType: 'audio/mp4',
      names: Object.keys(process.env),
      refusals: attempts.map((attempt) => {
        try { attempt(); return 'allowed' } catch (error) { return error.code }
      }),
    } }))`)

  expect(await fake.cutRecording(fileOf(Buffer.alloc(9)), range)).toMatchObject({
    names: [],
    refusals: Array(3).fill('ERR_ACCESS_DENIED'),
  })
})

test('a sample with the type of an HTML page is rejected', async () => {
  const fake = await makerWithWorker(`process.on('message', () =>
    process.send({ type: 'done', result: { kind: 'audio', mimeType: 'text/html' } }))`)

  await expect(fake.cutRecording(fileOf(Buffer.alloc(9)), range)).rejects.toMatchObject({ fault: 'damaged' })
})

test('an error of the file store is thrown unchanged', { tags: ['long'] }, async () => {
  const file: RangeReader = {
    sizeBytes: 9_000,
    read: () => Promise.reject(new Error('no answer')),
  }

  await expect(maker.cutRecording(file, range)).rejects.toThrow('no answer')
})
