import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createContent, listContent } from '../../../../contract/content.ts'
import { getContentForEditing } from '../../../../contract/content-editing.ts'
import type { Part } from '../../../../tests/support/test-app/http-client.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

async function uploadFixture(env: Record<string, string> = {}) {
  const w = await createTestApp({ env })
  const creator = await w.creator()
  const upload = (parts: Array<Part>) => creator.form(createContent.path, parts)
  /** Every file in the store, including partial ones. */
  const stored = async () => {
    const entries = await readdir(join(w.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }
  return { w, creator, upload, stored }
}

const title: Part = { name: 'title', value: 'Harbour loops' }
const price: Part = { name: 'price', value: '10.00' }
const fileOf = (bytes: number): Part => ({ name: 'file', fileName: 'a.bin', bytes: Buffer.alloc(bytes, 'x') })

test('a file of the maximum size is accepted, and one more byte is rejected and leaves nothing', async () => {
  const { upload, stored } = await uploadFixture({ MAX_UPLOAD_BYTES: '1000' })

  const over = await upload([title, price, fileOf(1_001)])
  const afterRejection = await stored()
  const exact = await upload([title, price, fileOf(1_000)])

  expect(over.status).toBe(413)
  expect(over.body).toMatchObject({ code: 'payload_too_large', message: 'This file is too large.' })
  expect(afterRejection).toEqual([])
  expect(exact.body).toMatchObject({ fileSize: 1_000 })
  expect(await stored()).toHaveLength(1)
})

test('a too large file before its fields leaves nothing', async () => {
  const { upload, stored } = await uploadFixture({ MAX_UPLOAD_BYTES: '1000' })

  const { status } = await upload([fileOf(5_000_000), title, price])

  expect(status).toBe(413)
  expect(await stored()).toEqual([])
})

test('an empty file is rejected by name', async () => {
  const { upload, stored } = await uploadFixture()

  const { status, body } = await upload([title, price, fileOf(0)])

  expect(status).toBe(400)
  expect(body).toMatchObject({ fields: { file: 'This file is empty.' } })
  expect(await stored()).toEqual([])
})

test('an empty file part counts as no file', async () => {
  const { upload } = await uploadFixture()

  const { status, body } = await upload([
    title,
    price,
    { name: 'file', fileName: '', bytes: Buffer.alloc(0) },
  ])

  expect(status).toBe(400)
  expect(body).toMatchObject({ message: 'Please select a file to upload' })
})

test('invalid fields are rejected before the file is stored', async () => {
  const { upload, stored } = await uploadFixture()

  const early = await upload([title, { name: 'price', value: 'much' }, fileOf(100_000)])
  const late = await upload([fileOf(100_000), title, { name: 'price', value: 'much' }])

  expect([early.status, late.status]).toEqual([400, 400])
  expect(await stored()).toEqual([])
})

test('a file sent with a text item is not stored', async () => {
  const { upload, stored } = await uploadFixture()

  const { status } = await upload([
    title,
    price,
    { name: 'kind', value: 'text' },
    { name: 'textContent', value: 'Salt.' },
    fileOf(100),
  ])

  expect(status).toBe(200)
  expect(await stored()).toEqual([])
})

test('of two files in a form, the first is stored and the second is ignored', async () => {
  const { upload, stored } = await uploadFixture()

  const { body } = await upload([title, price, fileOf(10), fileOf(20)])

  expect(body).toMatchObject({ fileSize: 10 })
  expect(await stored()).toHaveLength(1)
})

test('an interrupted upload leaves nothing, and the next one works', async () => {
  const { w, creator, upload, stored } = await uploadFixture()
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const address = w.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const head = [title, price].map(
    (part) =>
      `--b\r\ncontent-disposition: form-data; name="${part.name}"\r\n\r\n${'value' in part ? part.value : ''}\r\n`,
  )
  const cookie = [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sending = request({
    port: address.port,
    host: '127.0.0.1',
    method: 'POST',
    path: createContent.path,
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 5_000_000 },
  })
  sending.on('error', () => undefined)
  sending.write(
    `${head.join('')}--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${'x'.repeat(2_000_000)}`,
  )
  await vi.waitFor(async () => expect(await stored()).toHaveLength(1), { timeout: 10_000 })

  sending.destroy()

  await vi.waitFor(async () => expect(await stored()).toEqual([]), { timeout: 10_000 })
  expect((await creator.call(listContent)).body).toEqual([])
  expect((await upload([title, price, fileOf(10)])).status).toBe(200)
})

test('a form with too many parts is rejected and leaves nothing', async () => {
  const { upload, stored } = await uploadFixture()
  const many = Array.from({ length: 10_000 }, (_, i): Part => ({ name: 'description', value: String(i) }))

  const { status, body } = await upload([title, price, fileOf(10), ...many])

  expect(status).toBe(413)
  expect(body).toMatchObject({ code: 'payload_too_large' })
  expect(await stored()).toEqual([])
})

test.each(['__proto__', 'constructor', 'toString', 'title[0]', 'a[b][c]'])(
  'a field named %s is rejected or ignored',
  async (name) => {
    const { upload } = await uploadFixture()

    const { status, body } = await upload([title, price, { name, value: 'x' }, fileOf(10)])

    expect([200, 400]).toContain(status)
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  },
)

test.each([0.2, 0.5, 0.9, 0.999])(
  'a form truncated to %f of its length is rejected and stores nothing',
  async (fraction) => {
    const { creator, stored } = await uploadFixture()
    const form = `--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nHarbour\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${'x'.repeat(400)}\r\n--b--\r\n`

    const response = await creator.send('POST', createContent.path, {
      payload: form.slice(0, form.length * fraction),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_input' })
    expect(await stored()).toEqual([])
  },
)

test('only a multipart form is accepted', async () => {
  const { creator } = await uploadFixture()

  const json = await creator.send('POST', createContent.path, { payload: { title: 'x' } })
  const malformed = await creator.send('POST', createContent.path, {
    payload: 'no boundary anywhere',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  const withoutBoundary = await creator.send('POST', createContent.path, {
    payload: 'x',
    headers: { 'content-type': 'multipart/form-data' },
  })

  expect(json.statusCode).toBe(415)
  for (const response of [json, malformed, withoutBoundary]) {
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json()).toMatchObject({
      code: expect.any(String),
      message: expect.stringMatching(/\w \w/),
    })
  }
})

test('line breaks of a browser’s form are counted and stored as one character, as typed', async () => {
  const { creator, upload } = await uploadFixture()
  const description = `${'x'.repeat(98)}\n\n`.repeat(49) + 'x'.repeat(100)
  const textContent = '#!/bin/sh\necho a\n  b\n'

  const { status, body } = await upload([
    ...[title, price, { name: 'kind', value: 'text' }],
    ...[
      { name: 'description', value: description },
      { name: 'textContent', value: textContent },
    ],
  ])

  expect(description).toHaveLength(5_000)
  expect(status).toBe(200)
  const stored = await creator.call(getContentForEditing, { params: { id: body.id } })
  expect(stored.body).toMatchObject({ description, textContent })
})
