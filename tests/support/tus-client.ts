import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { createContent } from '../../contract/content.ts'
import { buildUrl } from '../../contract/route.ts'
import { appendUpload, createUpload } from '../../contract/uploads.ts'
import { type CreatorClient, createTestApp, type TestApp } from './test-app.ts'

export const version = { 'tus-resumable': '1.0.0' }
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const uploadUrl = (uploadId: string) => buildUrl(appendUpload, { params: { uploadId } })

/** A tus client, request by request. */
export function createTusClient(who: Pick<CreatorClient, 'send'>) {
  return {
    async begins(size: number, name = 'loops.zip') {
      const answer = await who.send('POST', createUpload.path, {
        headers: {
          ...version,
          'upload-length': String(size),
          'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
        },
      })
      return { answer, id: String(answer.headers.location).split('/').at(-1) ?? '' }
    },
    sends: (id: string, at: number, bytes: Buffer) =>
      who.send('PATCH', uploadUrl(id), {
        headers: {
          ...version,
          'upload-offset': String(at),
          'content-type': 'application/offset+octet-stream',
        },
        payload: bytes,
      }),
    asks: (id: string) => who.send('HEAD', uploadUrl(id), { headers: version }),
    drops: (id: string) => who.send('DELETE', uploadUrl(id), { headers: version }),
  }
}

export async function uploadFixture(env: Record<string, string> = {}) {
  const w = await createTestApp({ env })
  const mara = await w.creator()
  const publish = (uploadId: string, who: CreatorClient = mara, fields: Record<string, string> = {}) =>
    who.form(
      createContent.path,
      Object.entries({ title: 'Loops', price: '10.00', uploadId, ...fields }).map(([name, value]) => ({
        name,
        value,
      })),
    )
  return { w, mara, publish, ...createTusClient(mara) }
}

type Piece = { id: string; at: number; size: number; bytes: Buffer }

/** A request that announces the rest of a file and sends only a part of it. */
export async function sendPartialChunk(
  w: TestApp,
  { cookies }: CreatorClient,
  { id, at, size, bytes }: Piece,
) {
  if (!w.app.server.listening) await w.app.listen({ port: 0, host: '127.0.0.1' })
  const address = w.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const sending = request({
    port: address.port,
    host: '127.0.0.1',
    method: 'PATCH',
    path: uploadUrl(id),
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
