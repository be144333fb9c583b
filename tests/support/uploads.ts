import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { createContent } from '../../contract/content.ts'
import { urlOf } from '../../contract/route.ts'
import { beginUpload, continueUpload } from '../../contract/uploads.ts'
import { type Signed, type World, world } from '../world.ts'

export const version = { 'tus-resumable': '1.0.0' }
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const addressOf = (uploadId: string) => urlOf(continueUpload, { params: { uploadId } })

/** What a tus client does, request by request. */
export function sender(who: Pick<Signed, 'send'>) {
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

export async function studio(env: Record<string, string> = {}) {
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

type Piece = { id: string; at: number; size: number; bytes: Buffer }

/** A request that says it brings the rest of the file, and brings a part of it. */
export async function sendsPart(w: World, { cookies }: Signed, { id, at, size, bytes }: Piece) {
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
