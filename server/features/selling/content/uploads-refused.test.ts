import { expect, test } from 'vitest'
import { getUpload } from '../../../../contract/uploads.ts'
import {
  createTusClient,
  sha256,
  uploadFixture,
  uploadUrl,
  version,
} from '../../../../tests/support/tus-client.ts'
import { StorageFullError } from '../../../ports/file-store.ts'

test('another creator’s upload is reported as missing', async () => {
  const { w, begins, sends, publish } = await uploadFixture()
  const { id } = await begins(10)
  const jonas = await w.creator('jonas@example.com')
  const otherClient = createTusClient(jonas)
  const unknown = {
    code: 'not_found',
    message: 'This upload is no longer available. Please select the file again.',
  }

  for (const upload of [id, '0'.repeat(32), '%2e%2e', 'x'.repeat(60)]) {
    expect((await otherClient.sends(upload, 0, Buffer.from('stolen'))).json()).toMatchObject(unknown)
    expect((await otherClient.asks(upload)).statusCode).toBe(404)
    expect((await otherClient.drops(upload)).json()).toMatchObject(unknown)
    expect((await jonas.call(getUpload, { params: { uploadId: upload } })).body).toMatchObject(unknown)
    expect((await publish(upload, jonas)).body).toMatchObject(unknown)
  }
  expect((await sends(id, 0, Buffer.from('the 10 own'))).statusCode).toBe(204)
})

test('an upload that is empty, too large or longer than announced is rejected with a message and leaves nothing', async () => {
  const { begins, sends } = await uploadFixture({ MAX_UPLOAD_BYTES: '1000' })

  const large = await begins(1_001)
  const empty = await begins(0)
  const { id } = await begins(1_000)
  const over = await sends(id, 0, Buffer.alloc(1_001))

  expect([large.answer.statusCode, empty.answer.statusCode, over.statusCode]).toEqual([413, 400, 413])
  expect(large.answer.json()).toMatchObject({ code: 'payload_too_large', message: 'This file is too large.' })
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
])('the upload name %j is stored as %j', async (name, expected) => {
  const { mara, begins } = await uploadFixture()

  const { id } = await begins(10, name)

  expect((await mara.call(getUpload, { params: { uploadId: id } })).body.name).toBe(expected)
})

test('an incomplete upload cannot be published', async () => {
  const { begins, sends, publish } = await uploadFixture()
  const { id } = await begins(10)
  await sends(id, 0, Buffer.from('01234'))

  const { status, body } = await publish(id)

  expect(status).toBe(409)
  expect(body).toMatchObject({ fields: { file: 'This file hasn’t finished uploading.' } })
})

test('a full store returns 507, keeps the stored bytes, and the upload resumes when there is space', async () => {
  const { w, mara, begins, sends, asks } = await uploadFixture()
  const { id } = await begins(10)
  await sends(id, 0, Buffer.from('01234'))
  const { append } = w.ports.fileStore
  w.ports.fileStore.append = () => Promise.reject(new StorageFullError('The disk is full'))

  const full = await sends(id, 5, Buffer.from('56789'))
  w.ports.fileStore.append = append

  expect(full.statusCode).toBe(507)
  expect(full.json()).toMatchObject({
    code: 'insufficient_storage',
    fields: { file: 'We’re out of storage space right now. Your progress is saved, so try again later.' },
  })
  expect((await asks(id)).headers['upload-offset']).toBe('5')
  expect((await sends(id, 5, Buffer.from('56789'))).statusCode).toBe(204)
  const { sha256: storedHash } = (await mara.call(getUpload, { params: { uploadId: id } })).body
  expect(storedHash).toBe(sha256(Buffer.from('0123456789')))
})

test('a canceled upload is deleted', async () => {
  const { w, begins, sends, drops, asks } = await uploadFixture()
  const { id } = await begins(10)
  await sends(id, 0, Buffer.from('0123456789'))

  expect((await drops(id)).statusCode).toBe(204)

  expect((await asks(id)).statusCode).toBe(404)
  expect(await w.ports.fileStore.open(`files/${id}`)).toBeUndefined()
})

test('requests that are not tus are rejected, and a wrong offset is reported', async () => {
  const { mara, begins, sends } = await uploadFixture()
  const { id } = await begins(10)
  const send = (headers: Record<string, string>, payload: Buffer | object = Buffer.from('x')) =>
    mara.send('PATCH', uploadUrl(id), { headers, payload })

  const json = await send(version, { x: 1 })
  const withoutVersion = await send({ 'content-type': 'application/offset+octet-stream' })
  const oldVersion = await send({
    'tus-resumable': '0.2.2',
    'content-type': 'application/offset+octet-stream',
  })
  const wrongOffset = await sends(id, 5, Buffer.from('x'))

  expect([json, withoutVersion, oldVersion, wrongOffset].map(({ statusCode }) => statusCode)).toEqual([
    415, 400, 400, 409,
  ])
  for (const answer of [json, withoutVersion, oldVersion, wrongOffset])
    expect(answer.json().message).toMatch(/\w \w/)
})

test('other sites can neither send uploads nor read the responses', async () => {
  const { mara, begins } = await uploadFixture()
  const { id } = await begins(10)

  const answer = await mara.send('PATCH', uploadUrl(id), {
    headers: {
      ...version,
      origin: 'https://evil.example',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    payload: Buffer.from('x'),
  })

  expect(answer.statusCode).toBe(403)
  expect((await createTusClient(mara).asks(id)).headers['access-control-allow-origin']).toBeUndefined()
})

test('the number of open uploads is limited, to more than an item of a hundred files has', async () => {
  const { begins } = await uploadFixture()
  for (let i = 0; i < 150; i++) expect((await begins(10)).answer.statusCode).toBe(201)

  const { answer } = await begins(10)

  expect(answer.statusCode).toBe(429)
  expect(answer.json().message).toContain('150 uploads in progress')
})
