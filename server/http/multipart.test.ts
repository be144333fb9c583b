import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createContent } from '../../contract/content.ts'
import { updateContent } from '../../contract/content-editing.ts'
import { limits } from '../../contract/limits.ts'
import { buildUrl } from '../../contract/route.ts'
import { setPhoto } from '../../contract/settings.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { maxFieldBytes } from './multipart.ts'

const title = { name: 'title', value: 'Harbour loops' }
const price = { name: 'price', value: '10.00' }
const previewLimit = Math.ceil((limits.maxPreviewBytes * 4) / 3)

/** Sends the start of a form over a real connection and never its end. Returns the status. */
async function sendUnfinishedForm(
  w: TestApp,
  { path, method = 'POST', cookie, head }: { path: string; method?: string; cookie: string; head: string },
) {
  if (!w.app.server.listening) await w.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = w.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  socket.write(`${Buffer.byteLength(head).toString(16)}\r\n${head}\r\n`)
  const [response] = await once(socket, 'data')
  return String(response).split(' ')[1]
}

const formField = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`

test('a field that the contract does not name is rejected before the rest of the form has arrived', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText()
  const cookie = [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = formField('f0', 'a'.repeat(1_000))

  for (const { method, path } of [
    createContent,
    setPhoto,
    { ...updateContent, path: buildUrl(updateContent, { params: { id: item.id } }) },
  ]) {
    const status = await sendUnfinishedForm(w, { path, method, cookie, head })
    expect(status, path).toBe('400')
  }
})

test('a text field over its limit is rejected before the rest of the form has arrived', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const cookie = [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = formField('title', 'a'.repeat(limits.maxTitleLength * 4 + 1))

  const status = await sendUnfinishedForm(w, { path: createContent.path, cookie, head })

  expect(status).toBe('413')
})

test('text fields over 2 MiB together are rejected before the rest of the form has arrived', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const cookie = [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const longest = formField('textContent', 'a'.repeat(limits.maxTextContentLength * 4))
  const head = [longest, longest, longest, longest, longest, longest, formField('title', 'a')].join('\r\n')

  const status = await sendUnfinishedForm(w, { path: createContent.path, cookie, head })

  expect(status).toBe('413')
})

test('the error of an unknown field names the field', async () => {
  const w = await createTestApp()
  const creator = await w.creator()

  const { status, body } = await creator.form(createContent.path, [title, { name: 'titel', value: 'x' }])

  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_input', message: 'This form has no field “titel”.' })
})

test('an unknown file field is rejected', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const file = { name: 'extra', fileName: 'a.bin', bytes: Buffer.from('x') }

  expect((await creator.form(createContent.path, [title, price, file])).status).toBe(400)
})

test('text of the maximum length in four-byte characters is accepted', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const textContent = '🌅'.repeat(limits.maxTextContentLength / 2)

  const { status } = await creator.form(createContent.path, [
    title,
    price,
    { name: 'kind', value: 'text' },
    { name: 'textContent', value: textContent },
  ])

  expect(status).toBe(200)
})

test('a preview image over 10 MB as a data URL is rejected with 413', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const value = `data:image/png;base64,${'A'.repeat(previewLimit + 200)}`

  const { status } = await creator.form(createContent.path, [title, price, { name: 'previewImage', value }])

  expect(status).toBe(413)
})

test('the form memory of an account is limited across its open requests', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const cookie = [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = formField('previewImage', 'A'.repeat(previewLimit - 1_000))

  const answered = await Promise.race(
    [1, 2, 3, 4].map(() => sendUnfinishedForm(w, { path: createContent.path, cookie, head })),
  )

  expect(answered).toBe('429')
  expect((await creator.form(createContent.path, [title, price])).status).toBe(400)
})

test('a boundary of more than 256 characters is rejected with 400', async () => {
  const w = await createTestApp()
  const creator = await w.creator()

  const response = await creator.send('POST', createContent.path, {
    payload: 'x',
    headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(257)}` },
  })

  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_input' })
})

test('byte limits of form fields follow from the contract', () => {
  const bytes = maxFieldBytes(createContent)

  expect(bytes.get('title')).toBe(limits.maxTitleLength * 4)
  expect(bytes.get('textContent')).toBe(limits.maxTextContentLength * 4)
  expect(bytes.get('file')).toBeUndefined()
  expect(maxFieldBytes(setPhoto).size).toBe(0)
})
