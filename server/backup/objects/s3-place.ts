import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { failWhenIdle } from '../../adapters/idle-stream.ts'
import {
  type Bucket,
  ignoreMissing,
  partSizeBytes,
  type S3Settings,
  s3ErrorMessage,
} from '../../adapters/s3/client.ts'
import { measured, sha256Of } from '../archive-format.ts'
import { differs, type ObjectPlace } from './place.ts'

/** An upload may have 10,000 parts; with the tolerance of an estimate fewer are planned. */
const plannedParts = 8_000

/** Objects of a bucket below a prefix, which ends with a slash or is empty. */
export function s3Objects(
  { client, reader, idleMs }: Bucket,
  settings: S3Settings,
  prefix: string,
): ObjectPlace {
  const { bucket: Bucket } = settings
  const explain = (error: unknown) => Promise.reject(explained(error, settings))
  const remove = async (name: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key: `${prefix}${name}` })).catch(explain)
  }
  const addressOf = (name: string) => `s3://${Bucket}/${prefix}${name}`

  const open = async (name: string) => {
    const object = await reader
      .send(new GetObjectCommand({ Bucket, Key: `${prefix}${name}` }))
      .catch(ignoreMissing)
      .catch(explain)
    if (!(object?.Body instanceof Readable)) return undefined
    return failWhenIdle(object.Body, { idleMs, error: new Error('The object store stopped sending') })
  }

  return {
    addressOf,
    open,
    remove,

    async *list(folder) {
      const listed = { Bucket, Prefix: `${prefix}${folder}/` }
      const pages = paginateListObjectsV2({ client }, listed)[Symbol.asyncIterator]()
      for (;;) {
        const { value, done } = await pages.next().catch(explain)
        if (done) return
        for (const { Key, Size = 0 } of value.Contents ?? [])
          if (Key) yield { name: Key.slice(prefix.length), bytes: Size }
      }
    },

    async sizeOf(name) {
      const head = new HeadObjectCommand({ Bucket, Key: `${prefix}${name}` })
      const object = await client.send(head).catch(ignoreMissing).catch(explain)
      return object && (object.ContentLength ?? 0)
    },

    async put(name, bytes, estimatedBytes) {
      const { digest } = await upload({ client, settings, key: `${prefix}${name}` }, bytes, estimatedBytes)
      const stored = await open(name)
      if (stored && (await sha256Of(stored)) === digest.sha256) return
      await remove(name).catch(() => undefined)
      throw differs(addressOf(name))
    },
  }
}

type Target = { client: Bucket['client']; settings: S3Settings; key: string }

/** Uploads a stream. The object is there when it is complete, otherwise not at all. Throws the stream's own error. */
export async function upload({ client, settings, key }: Target, bytes: Readable, estimatedBytes: number) {
  const { digest, count } = measured()
  // Before the upload listens, an error of the stream would end the process.
  bytes.on('error', () => undefined)
  const body = Readable.from(count(bytes), { objectMode: false })
  let failure: unknown
  body.on('error', (error) => {
    failure ??= error
  })
  await new Upload({
    client,
    partSize: Math.max(partSizeBytes, Math.ceil(estimatedBytes / plannedParts)),
    queueSize: 2,
    params: { Bucket: settings.bucket, Key: key, Body: body },
  })
    .done()
    .catch((error: unknown) => {
      bytes.destroy()
      throw failure === undefined ? explained(error, settings) : failure
    })
  return { digest: digest() }
}

/** An error of the store as a message that names the setting to check. */
export function explained(error: unknown, settings: S3Settings): Error {
  return new Error(s3ErrorMessage(error, settings).replace(/^S3_/, 'BACKUP_S3_'), { cause: error })
}
