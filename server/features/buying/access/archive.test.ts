import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { getAccess } from '../../../../contract/purchases.ts'
import { partsFixture, type TypedPart } from '../../../../tests/support/parts-fixture.ts'
import { startTestPurchase } from '../../../../tests/support/shown-scene.ts'
import type { Visitor } from '../../../../tests/support/test-app.ts'
import { files, missingFiles } from '../../../db/schema/index.ts'
import { issueRefund } from '../refunds/execute-refund.ts'

const link: TypedPart = { kind: 'link', url: 'https://example.com/private', name: 'Chords' }
const text: TypedPart = { kind: 'text', text: 'Salt, flour, water.', name: 'Recipe' }

/** An album of two sides, with a link and a text. */
async function albumFixture(env: Record<string, string> = {}) {
  const fixture = await partsFixture(env)
  const { w, file, create, sells } = fixture
  const wave = randomBytes(150_000)
  const { body } = await create(
    [
      { ...(await file('rain.wav', wave)), section: 'Side A' },
      { ...(await file('rain.wav', 'second')), section: 'Side B', name: 'Ünder 🌊' },
      text,
      link,
    ],
    { title: 'Harbour / loops' },
  )
  const buyer = await sells(body.id)
  return { ...fixture, w, id: body.id, buyer, wave, url: await archiveUrl(buyer.fan, buyer.token) }
}

async function archiveUrl(who: Visitor, token: string): Promise<string> {
  const { headers } = await who.send('GET', `/access/${token}/file?part=all`)
  return String(headers.location)
}

async function download(who: Visitor, url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: received, rawPayload } = await who.send('GET', url, { headers })
  return { status: statusCode, headers: received, bytes: rawPayload }
}

async function filesIn(bytes: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  const found: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry())
    found[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  return found
}

test('a buyer gets all parts as one archive of the announced size, in folders, with texts and links as files', async () => {
  const { buyer, url, wave } = await albumFixture()

  const { archive } = await buyer.byLink()
  const { status, headers, bytes } = await download(buyer.fan, url)

  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(archive?.size),
    'accept-ranges': 'bytes',
    'content-disposition': expect.stringContaining('attachment; filename="Harbour - loops.zip"'),
  })
  expect(archive).toEqual({ fileCount: 2, size: bytes.length, isTooLarge: false })
  const found = await filesIn(bytes)
  expect(Object.keys(found)).toEqual(['Side A/rain.wav', 'Side B/Ünder 🌊.wav', 'Recipe.txt', 'Chords.url'])
  expect(found['Side A/rain.wav']?.equals(wave)).toBe(true)
  expect(String(found['Side B/Ünder 🌊.wav'])).toBe('second')
  expect(String(found['Recipe.txt'])).toBe('Salt, flour, water.')
  expect(String(found['Chords.url'])).toContain('URL=https://example.com/private\r\n')
})

test('other programs open the archive without a complaint', { tags: ['scaled'] }, async ({ skip }) => {
  const { buyer, url } = await albumFixture()
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'all.zip')
  writeFileSync(path, (await download(buyer.fan, url)).bytes)
  const programs = [
    ['unzip', '-t', path],
    ['7z', 't', path],
    ['python3', '-m', 'zipfile', '-t', path],
  ].filter(([name = '']) => isInstalled(name))
  if (programs.length === 0) skip('none of unzip, 7z and python3 is installed')

  for (const [name = '', ...args] of programs) expect(() => execFileSync(name, args)).not.toThrow()
})

function isInstalled(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`])
    return true
  } catch {
    return false
  }
}

test('any range of the archive has the bytes of the whole', { tags: ['scaled'] }, async () => {
  const { buyer, url } = await albumFixture()
  const whole = await download(buyer.fan, url)
  const size = whole.bytes.length

  for (let round = 0; round < (process.env.TEST_LONG ? 1_000 : 60); round++) {
    const start = Math.floor(Math.random() * size)
    const end = Math.min(size - 1, start + Math.floor(Math.random() * 2_000))
    const headers = { range: `bytes=${start}-${end}`, 'if-range': String(whole.headers.etag) }
    const ranged = await download(buyer.fan, url, headers)
    expect(ranged.status).toBe(206)
    expect(ranged.bytes.equals(whole.bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
  }
})

test('a download goes on for a day while the parts are the same, and starts anew when one has changed', async () => {
  const { w, buyer, url, id, partsOf, edit } = await albumFixture()
  const whole = await download(buyer.fan, url)
  const headers = { range: 'bytes=1000-', 'if-range': String(whole.headers.etag) }
  w.clock.advance(11 * 60_000)

  const resumed = await download(buyer.fan, url, headers)
  const [first, ...others] = await partsOf(id)
  const kept = [first, ...others].map((part) => ({
    kind: part?.kind ?? 'file',
    id: part?.id,
    name: 'New name',
  }))
  await edit(id, kept.slice(0, 1))
  const changed = await download(buyer.fan, await archiveUrl(buyer.fan, buyer.token), headers)

  expect([resumed.status, resumed.bytes.equals(whole.bytes.subarray(1_000))]).toEqual([206, true])
  expect([changed.status, changed.headers.etag === whole.headers.etag]).toEqual([200, false])
  expect((await download(buyer.fan, url, headers)).status).toBe(403)
})

test('a file that is known to be lost is left out, and the rest is delivered', async () => {
  const { w, buyer, url } = await albumFixture()
  const [lost] = await w.db.select().from(files).orderBy(files.id)
  const missingSince = w.clock.now()
  await w.db
    .insert(missingFiles)
    .values({ fileId: lost?.id ?? 0, missingSince, confirmedMissingAt: missingSince })

  const { bytes } = await download(buyer.fan, url)

  expect(Object.keys(await filesIn(bytes))).toEqual(['Side B/Ünder 🌊.wav', 'Recipe.txt', 'Chords.url'])
})

test('the archive of another purchase, a forged or a refunded one is refused', async () => {
  const { w, mara, buyer, url, create, sells } = await albumFixture()
  const other = await sells((await create([text, { ...text, name: 'Second' }])).body.id)
  const [own] = await w.probe.purchases()

  expect(
    (await download(other.fan, url.replace(String(buyer.purchaseId), String(other.purchaseId)))).status,
  ).toBe(404)
  expect((await download(other.fan, url.replace('/all/', '/1/'))).status).toBe(404)
  await issueRefund(w.ports, {
    purchaseId: own?.id ?? 0,
    reason: '',
    by: { role: 'creator', userId: mara.id },
  })
  expect((await download(buyer.fan, url)).status).toBe(403)
})

test('an archive over the limit is offered part by part, and with a limit of 0 there is none', async () => {
  const large = await albumFixture({ MAX_ZIP_BYTES: '1000' })
  const off = await albumFixture({ MAX_ZIP_BYTES: '0' })

  expect((await large.buyer.byLink()).archive).toMatchObject({ isTooLarge: true })
  expect((await download(large.buyer.fan, large.url)).status).toBe(400)
  expect((await off.buyer.byLink()).archive).toBeNull()
})

test('an item of one part has no archive, and a creator tests that of an own item', async () => {
  const { id, mara, create, sells } = await albumFixture()
  const single = await sells((await create([text])).body.id)
  const { headers } = await startTestPurchase(mara, id)
  const token = String(headers.location).split('/').at(-1) ?? ''

  expect((await single.byLink()).archive).toBeNull()
  expect((await mara.call(getAccess, { params: { token } })).body.archive).toMatchObject({ fileCount: 2 })
  const { status, bytes } = await download(mara, await archiveUrl(mara, token))
  expect([status, Object.keys(await filesIn(bytes)).length]).toEqual([200, 4])
})
