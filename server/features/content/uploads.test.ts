import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createContent, listContent } from '../../../contract/content.ts'
import { downloadContent } from '../../../contract/purchases.ts'
import { urlOf } from '../../../contract/route.ts'
import { beginUpload, continueUpload, getUpload } from '../../../contract/uploads.ts'
import { type Signed, type World, world } from '../../../tests/world.ts'
import { uploads } from '../../db/schema/index.ts'
import { StorageFull } from '../../ports/file-store.ts'
import { forgetHash } from './upload-hashes.ts'

const version = { 'tus-resumable': '1.0.0' }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const addressOf = (uploadId: string) => urlOf(continueUpload, { params: { uploadId } })

/** What a tus client does, request by request. */
function sender(who: Pick<Signed, 'send'>) {
  return {
    async begins(size: number, name = 'loops.zip') {
      const answer = await who.send('POST', beginUpload.path, {
        headers: {
          ...version,
          'upload-length': String(size),
          'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
        },
      })
      return { answer, id: String(answer.headers.location).split('/').at(-1) ?? '' }
    },
    sends: (id: string, at: number, bytes: Buffer) =>
      who.send('PATCH', addressOf(id), {
        headers: {
          ...version,
          'upload-offset': String(at),
          'content-type': 'application/offset+octet-stream',
        },
        payload: bytes,
      }),
    asks: (id: string) => who.send('HEAD', addressOf(id), { headers: version }),
    drops: (id: string) => who.send('DELETE', addressOf(id), { headers: version }),
  }
}

async function studio(env: Record<string, string> = {}) {
  const w = await world({ env })
  const mara = await w.creator()
  const publish = (uploadId: string, who: Signed = mara, fields: Record<string, string> = {}) =>
    who.form(
      createContent.path,
      Object.entries({ title: 'Loops', price: '10.00', uploadId, ...fields }).map(([name, value]) => ({
        name,
        value,
      })),
    )
  return { w, mara, publish, ...sender(mara) }
}

test('a file in pieces is published, and its buyer gets the very bytes', async () => {
  const { w, mara, publish, begins, sends, asks } = await studio()
  const bytes = randomBytes(300_000)

  const { answer, id } = await begins(bytes.length, 'dusk “24” 🌅.zip')
  const first = await sends(id, 0, bytes.subarray(0, 100_000))
  const between = await asks(id)
  const second = await sends(id, 100_000, bytes.subarray(100_000))
  const shown = await mara.call(getUpload, { params: { uploadId: id } })
  const { status, body } = await publish(id)

  expect(answer.statusCode).toBe(201)
  expect(first.headers['upload-offset']).toBe('100000')
  expect(between.headers).toMatchObject({ 'upload-offset': '100000', 'upload-length': '300000' })
  expect([first.statusCode, between.statusCode, second.statusCode]).toEqual([204, 200, 204])
  expect(shown.body).toMatchObject({ name: 'dusk “24” 🌅.zip', received: 300_000, sha256: sha256(bytes) })
  expect(status).toBe(200)
  expect(body).toMatchObject({ fileName: 'dusk “24” 🌅.zip', fileSize: 300_000 })
  const fan = w.visitor()
  await fan.buys(body.id)
  expect((await fan.call(downloadContent, { params: { id: body.id } })).bytes.equals(bytes)).toBe(true)
})

test('a connection that is lost costs nothing of what has come', async () => {
  const { w, mara, begins, sends, asks } = await studio()
  const bytes = randomBytes(3_000_000)
  const { id } = await begins(bytes.length)

  await sendAndHangUp(w, mara, { id, at: 0, size: bytes.length, bytes: bytes.subarray(0, 1_300_000) })
  await vi.waitFor(async () => expect((await asks(id)).headers['upload-offset']).toBe('1300000'))
  await sends(id, 1_300_000, bytes.subarray(1_300_000))

  expect((await mara.call(getUpload, { params: { uploadId: id } })).body.sha256).toBe(sha256(bytes))
})

test('somebody who is back is not kept waiting by their own dead connection', async () => {
  const { w, mara, begins, sends, asks } = await studio()
  const bytes = randomBytes(2_000_000)
  const { id } = await begins(bytes.length)
  const dead = await open(w, mara, { id, at: 0, size: bytes.length, bytes: bytes.subarray(0, 1_100_000) })
  await vi.waitFor(async () =>
    expect(await w.ports.files.arrived({ key: `files/${id}`, note: '' })).toBeGreaterThan(0),
  )

  const { headers } = await asks(id)
  const at = Number(headers['upload-offset'])
  await sends(id, at, bytes.subarray(at))

  expect(at).toBe(1_100_000)
  expect((await mara.call(getUpload, { params: { uploadId: id } })).body.sha256).toBe(sha256(bytes))
  dead.destroy()
})

test('a server that was started again reads what it has not seen coming', async () => {
  const { mara, begins, sends } = await studio()
  const bytes = randomBytes(2_500_000)
  const { id } = await begins(bytes.length)
  await sends(id, 0, bytes.subarray(0, 1_000_000))

  forgetHash(id)
  await sends(id, 1_000_000, bytes.subarray(1_000_000))

  expect((await mara.call(getUpload, { params: { uploadId: id } })).body.sha256).toBe(sha256(bytes))
})

test('a server that ended with the last byte in hand finishes when the form comes', async () => {
  const { w, begins, sends, publish } = await studio()
  const bytes = randomBytes(500_000)
  const { id } = await begins(bytes.length)
  await sends(id, 0, bytes.subarray(0, 400_000))
  // As far as the store: the row was never told.
  const { Readable } = await import('node:stream')
  await w.ports.files.append({ key: `files/${id}`, note: '' }, Readable.from([bytes.subarray(400_000)]), {
    at: 400_000,
    size: bytes.length,
    onStored: () => undefined,
    keep: async () => undefined,
  })

  const { status, body } = await publish(id)

  expect(status).toBe(200)
  expect(body).toMatchObject({ fileSize: 500_000 })
})

test('an upload belongs to its creator: to another it is not there', async () => {
  const { w, begins, sends, publish } = await studio()
  const { id } = await begins(10)
  const jonas = await w.creator('jonas@example.com')
  const theirs = sender(jonas)
  const unknown = {
    code: 'not_found',
    message: 'This upload is not there any more. Please pick the file again.',
  }

  for (const upload of [id, '0'.repeat(32), '%2e%2e', 'x'.repeat(60)]) {
    expect((await theirs.sends(upload, 0, Buffer.from('stolen'))).json()).toMatchObject(unknown)
    expect((await theirs.asks(upload)).statusCode).toBe(404)
    expect((await theirs.drops(upload)).json()).toMatchObject(unknown)
    expect((await jonas.call(getUpload, { params: { uploadId: upload } })).body).toMatchObject(unknown)
    expect((await publish(upload, jonas)).body).toMatchObject(unknown)
  }
  expect((await sends(id, 0, Buffer.from('the 10 own'))).statusCode).toBe(204)
})

test('too large, empty or more than announced is refused with a sentence, and leaves nothing', async () => {
  const { begins, sends } = await studio({ MAX_UPLOAD_BYTES: '1000' })

  const large = await begins(1_001)
  const empty = await begins(0)
  const { id } = await begins(1_000)
  const over = await sends(id, 0, Buffer.alloc(1_001))

  expect([large.answer.statusCode, empty.answer.statusCode, over.statusCode]).toEqual([413, 400, 413])
  expect(large.answer.json()).toMatchObject({ code: 'too_large', message: 'This file is too large.' })
  expect(empty.answer.json()).toMatchObject({ fields: { file: 'This file is empty.' } })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\x.zip', 'x.zip'],
  ['a\r\nSet-Cookie: x.zip', 'aSet-Cookie: x.zip'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['it\u0000s.zip', 'its.zip'],
  ['“quotes” \'and\' "more".zip', '“quotes” \'and\' "more".zip'],
  ['', 'file'],
  ['🌅.mp4', '🌅.mp4'],
  [`${'x'.repeat(4_000)}.zip`, `${'x'.repeat(251)}.zip`],
])('of a name only what cannot harm is kept', async (given, kept) => {
  const { mara, begins } = await studio()

  const { id } = await begins(10, given)

  expect((await mara.call(getUpload, { params: { uploadId: id } })).body.name).toBe(kept)
})

test('a form with a mistake keeps its upload; sent twice it is one item, and no other item gets that file', async () => {
  const { mara, begins, sends, publish } = await studio()
  const { id } = await begins(10)
  await sends(id, 0, Buffer.from('0123456789'))

  const mistaken = await publish(id, mara, { price: 'much' })
  const [first, second] = await Promise.all([publish(id), publish(id)])
  const again = await publish(id)

  expect(mistaken.status).toBe(400)
  const answers = [first, second].map(({ status }) => status).toSorted()
  expect(answers[0]).toBe(200)
  expect([200, 404]).toContain(answers[1])
  expect(again.status).toBe(200)
  const { body } = await mara.call(listContent)
  expect(body).toHaveLength(1)
  expect(again.body.id).toBe(body[0]?.id)
})

test('a file that has not come all the way is not published', async () => {
  const { begins, sends, publish } = await studio()
  const { id } = await begins(10)
  await sends(id, 0, Buffer.from('01234'))

  const { status, body } = await publish(id)

  expect(status).toBe(409)
  expect(body).toMatchObject({ fields: { file: 'This file has not come all the way yet.' } })
})

test('a full store says so, keeps what has come, and goes on when there is room', async () => {
  const { w, mara, begins, sends, asks } = await studio()
  const { id } = await begins(10)
  await sends(id, 0, Buffer.from('01234'))
  const { append } = w.ports.files
  w.ports.files.append = () => Promise.reject(new StorageFull('The disk is full'))

  const full = await sends(id, 5, Buffer.from('56789'))
  w.ports.files.append = append

  expect(full.statusCode).toBe(507)
  expect(full.json()).toMatchObject({
    code: 'storage_full',
    fields: { file: expect.stringContaining('no room') },
  })
  expect((await asks(id)).headers['upload-offset']).toBe('5')
  expect((await sends(id, 5, Buffer.from('56789'))).statusCode).toBe(204)
  const { sha256: told } = (await mara.call(getUpload, { params: { uploadId: id } })).body
  expect(told).toBe(sha256(Buffer.from('0123456789')))
})

test('what was given up is gone', async () => {
  const { w, begins, sends, drops, asks } = await studio()
  const { id } = await begins(10)
  await sends(id, 0, Buffer.from('0123456789'))

  expect((await drops(id)).statusCode).toBe(204)

  expect((await asks(id)).statusCode).toBe(404)
  expect(await w.ports.files.open(`files/${id}`)).toBeUndefined()
})

test('what is no tus is refused, and the wrong place is told', async () => {
  const { mara, begins, sends } = await studio()
  const { id } = await begins(10)
  const send = (headers: Record<string, string>, payload: Buffer | object = Buffer.from('x')) =>
    mara.send('PATCH', addressOf(id), { headers, payload })

  const json = await send(version, { x: 1 })
  const bare = await send({ 'content-type': 'application/offset+octet-stream' })
  const old = await send({ 'tus-resumable': '0.2.2', 'content-type': 'application/offset+octet-stream' })
  const ahead = await sends(id, 5, Buffer.from('x'))

  expect([json, bare, old, ahead].map(({ statusCode }) => statusCode)).toEqual([415, 400, 400, 409])
  for (const answer of [json, bare, old, ahead]) expect(answer.json().message).toMatch(/\w \w/)
})

test('no page of another site may send here, nor read what we say', async () => {
  const { mara, begins } = await studio()
  const { id } = await begins(10)

  const answer = await mara.send('PATCH', addressOf(id), {
    headers: {
      ...version,
      origin: 'https://evil.example',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    payload: Buffer.from('x'),
  })

  expect(answer.statusCode).toBe(403)
  expect((await sender(mara).asks(id)).headers['access-control-allow-origin']).toBeUndefined()
})

test('another process that has taken the upload over is not overwritten', async () => {
  const { w, begins, sends } = await studio()
  const { id } = await begins(10)
  const { append } = w.ports.files
  w.ports.files.append = async (arrival, bytes, appending) => {
    await w.db.update(uploads).set({ revision: 99 }).where(eq(uploads.id, id))
    await appending.keep('stale')
    return append(arrival, bytes, appending)
  }

  const { statusCode, body } = await sends(id, 0, Buffer.from('01234'))

  expect(statusCode).toBe(423)
  expect(JSON.parse(body)).toMatchObject({ message: 'This file is being sent from elsewhere.' })
  const [row] = await w.db.select().from(uploads)
  expect(row?.note).toBe('')
})

test('nobody fills the store with beginnings', async () => {
  const { begins } = await studio()
  for (let i = 0; i < 50; i++) expect((await begins(10)).answer.statusCode).toBe(201)

  const { answer } = await begins(10)

  expect(answer.statusCode).toBe(429)
  expect(answer.json().message).toContain('50 uploads on their way')
})

type Piece = { id: string; at: number; size: number; bytes: Buffer }

/** A request that says it brings the rest of the file, and brings a part of it. */
async function open(w: World, { cookies }: Signed, { id, at, size, bytes }: Piece) {
  if (!w.app.server.listening) await w.app.listen({ port: 0, host: '127.0.0.1' })
  const address = w.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const sending = request({
    port: address.port,
    host: '127.0.0.1',
    method: 'PATCH',
    path: addressOf(id),
    headers: {
      ...version,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'upload-offset': at,
      'content-length': size - at,
      'content-type': 'application/offset+octet-stream',
    },
  })
  sending.on('error', () => undefined)
  await new Promise<void>((done) => sending.write(bytes, () => done()))
  return sending
}

async function sendAndHangUp(w: World, who: Signed, piece: Piece): Promise<void> {
  const sending = await open(w, who, piece)
  await vi.waitFor(async () =>
    expect(await w.ports.files.arrived({ key: `files/${piece.id}`, note: '' })).toBeGreaterThan(0),
  )
  sending.destroy()
}
