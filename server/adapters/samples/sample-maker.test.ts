import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { pdfWithPages } from '../../../tests/support/pdf.ts'
import { fileOf as rangesOf } from '../../../tests/support/range-reader.ts'
import { mp4Recording } from '../../../tests/support/recordings.ts'
import type { RangeReader } from '../../ports/sample-maker.ts'
import { wavFile } from '../../seed/demo-files.ts'
import { sampleMaker } from './sample-maker.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const maker = sampleMaker({ log })
afterAll(() => maker.close())

/** A file of one owner. */
const fileOf = (bytes: Buffer, owner = 'mara') => ({ owner, file: rangesOf(bytes) })
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

test('never more than half of a PDF’s pages are drawn', { tags: ['long'] }, async () => {
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

  await expect(fake.cutRecording(fileOf(Buffer.alloc(9)), range)).rejects.toMatchObject({ fault: 'memory' })
})

test.each([
  ['hangs', 'for (;;);', { timeoutMs: 1_000 }, 'exhausted', 'timeout: over 1000 ms'],
  [
    'is killed by the system',
    "process.kill(process.pid, 'SIGKILL')",
    {},
    'memory',
    /^memory: the system ended the process at \d+ MB, because .+ has \d+ MB for everything$/,
  ],
  [
    'fills the memory',
    'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 5)',
    { maxMemoryBytes: 300_000_000 },
    'memory',
    'memory: the file needs more than 300 MB. For more: SAMPLE_MEMORY_BYTES',
  ],
])('a worker that %s is ended, and the log says why', async (_, code, options, fault, reason) => {
  const reasons: Array<string> = []
  const warn = (fields: object) => void reasons.push(String(Object(fields).reason))
  const fake = await makerWithWorker(code, { ...options, log: { ...log, warn } })

  await expect(fake.cutRecording(fileOf(Buffer.alloc(9)), range)).rejects.toMatchObject({ fault })
  expect(reasons.at(-1)).toEqual(
    typeof reason === 'string' ? expect.stringContaining(reason) : expect.stringMatching(reason),
  )
})

test('a worker that the system killed is tried once more, because others may have taken the memory', async () => {
  let reads = 0
  const fake = await makerWithWorker(`process.on('message', (message) => {
    if (message.type === 'start') return process.send({ type: 'read', id: 1, start: 0, end: 1 })
    if (message.bytes[0] === 1) process.kill(process.pid, 'SIGKILL')
    process.send({ type: 'done', result: ${sound} })
  })`)
  const file: RangeReader = { sizeBytes: 9, read: async () => new Uint8Array([++reads]) }

  const sample = await fake.cutRecording({ owner: 'mara', file }, range)

  expect([sample.kind, reads]).toEqual(['audio', 2])
})

const sound = `{ kind: 'audio', mimeType: 'audio/mp4', bytes: new Uint8Array(9), durationMs: 2e3, startMs: 0, recordingDurationMs: 4e3 }`

test('a worker that crashes fails its own file only', { tags: ['long'] }, async () => {
  const fake = await makerWithWorker(`process.on('message', ({ sizeBytes }) => {
    if (sizeBytes === 1) process.exit(3)
    process.send({ type: 'done', result: ${sound} })
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
      ...${sound},
      bytes: Buffer.from(JSON.stringify({ names: Object.keys(process.env), refusals: attempts.map((attempt) => {
        try { attempt(); return 'allowed' } catch (error) { return error.code }
      }) })),
    } }))`)

  const { bytes } = await fake.cutRecording(fileOf(Buffer.alloc(9)), range)

  expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({
    names: [],
    refusals: Array(3).fill('ERR_ACCESS_DENIED'),
  })
})

test.each([
  ['the type of a page', "mimeType: 'text/html'"],
  ['the type of a video', "mimeType: 'video/mp4'"],
  ['another kind', "kind: 'page'"],
  ['bytes that are none', 'bytes: { length: 9 }'],
  ['no bytes', 'bytes: new Uint8Array(0)'],
  ['more bytes than the file', 'bytes: new Uint8Array(3e6)'],
  ['a recording of 34 days', 'recordingDurationMs: 34 * 86_400_000'],
  ['a sample of an hour', 'durationMs: 3_600_000'],
  ['a duration below zero', 'durationMs: -1'],
  ['a duration that is none', 'durationMs: NaN'],
  ['a video of 65,535² pixels', "kind: 'video', mimeType: 'video/mp4', width: 65_535, height: 65_535"],
  ['a video without a size', "kind: 'video', mimeType: 'video/mp4'"],
])('an answer with %s is not believed', async (_, fields) => {
  const fake = await makerWithWorker(`process.on('message', () =>
    process.send({ type: 'done', result: { ...${sound}, ${fields} } }))`)

  await expect(fake.cutRecording(fileOf(Buffer.alloc(9)), range)).rejects.toMatchObject({ fault: 'damaged' })
})

test('fields that nobody asked for are left out of a sample', async () => {
  const fake = await makerWithWorker(`process.on('message', () =>
    process.send({ type: 'done', result: { ...${sound}, creatorId: 'admin', key: 'files/1' } }))`)

  const sample = await fake.cutRecording(fileOf(Buffer.alloc(9)), range)

  expect(Object.keys(sample).toSorted()).toEqual(
    ['bytes', 'durationMs', 'kind', 'mimeType', 'recordingDurationMs', 'startMs'].toSorted(),
  )
})

test('a WAV of one sample a second, which lasts 34 days, is refused', async () => {
  const wav = wavFile(Buffer.alloc(3_000_000), { samplesPerSecond: 1, bytesPerSample: 1 })

  await expect(maker.cutRecording(fileOf(wav), range)).rejects.toMatchObject({ fault: 'damaged' })
})

test('one owner’s slow files delay another’s by seconds', { tags: ['long'] }, async () => {
  const fake = await makerWithWorker(
    `process.on('message', ({ sizeBytes }) => {
      if (sizeBytes === 1) for (;;);
      process.send({ type: 'done', result: ${sound} })
    })`,
    { timeoutMs: 60_000, sharedTimeoutMs: 1_000 },
  )
  const ended: Array<string> = []
  const slow = [1, 2, 3].map(() => fake.cutRecording(fileOf(Buffer.alloc(1)), range).catch(() => undefined))
  const started = performance.now()

  for (const owner of ['jonas', 'noor'])
    await fake.cutRecording(fileOf(Buffer.alloc(2), owner), range).then(() => ended.push(owner))

  expect(ended).toEqual(['jonas', 'noor'])
  expect(performance.now() - started).toBeLessThan(20_000)
  await fake.close()
  await Promise.all(slow)
})

test('an error of the file store is thrown unchanged', { tags: ['long'] }, async () => {
  const file: RangeReader = {
    sizeBytes: 9_000,
    read: () => Promise.reject(new Error('no answer')),
  }

  await expect(maker.cutRecording({ owner: 'mara', file }, range)).rejects.toThrow('no answer')
})
