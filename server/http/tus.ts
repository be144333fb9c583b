import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataStore, type Lock, type Locker, Server, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/errors.ts'
import { AppError } from '../../domain/errors.ts'
import type { Viewer } from './request-context.ts'

/** The uploads of a creator. Another creator's upload is reported as unknown. */
export type UploadService = {
  newId(): string
  /** Throws AppError when this creator may not start another upload. */
  create(viewer: Viewer, file: { id: string; name: string; size: number }): Promise<void>
  find(viewer: Viewer, id: string): Promise<{ name: string; size: number; offset: number }>
  /** Appends bytes and returns how many are stored. */
  append(viewer: Viewer, id: string, chunk: { offset: number; bytes: Readable }): Promise<number>
  terminate(viewer: Viewer, id: string): Promise<void>
}

/** How long a request may take to finish after its client has reconnected. */
const lockDrainMs = 200

/** Answers requests of the tus protocol. */
export type TusHandler = (request: FastifyRequest, reply: FastifyReply, viewer: Viewer) => Promise<unknown>

/** The tus protocol with our own session: each request sees its viewer's uploads only. */
export function tusHandler(
  uploads: UploadService,
  { path, maxBytes }: { path: string; maxBytes: number },
): TusHandler {
  const locker = createTusLocker()

  return async (request, reply, viewer) => {
    let failure: unknown
    const server = new Server({
      path,
      maxSize: maxBytes,
      relativeLocation: true,
      locker,
      lockDrainTimeout: lockDrainMs,
      namingFunction: () => uploads.newId(),
      datastore: new ViewerDataStore(uploads, viewer),
      onResponseError: (_, error) => {
        failure = error
        return undefined
      },
    })
    const response = await server.handleWeb(webRequest(request, path))
    if (failure !== undefined) throw toAppError(failure)
    return sendResponse(reply, response)
  }
}

class ViewerDataStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination']
  readonly uploads: UploadService
  readonly #viewer: Viewer

  constructor(uploads: UploadService, viewer: Viewer) {
    super()
    this.uploads = uploads
    this.#viewer = viewer
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata } = upload
    await this.uploads.create(this.#viewer, { id, size, name: metadata?.filename ?? '' })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { name, size, offset } = await this.uploads.find(this.#viewer, id)
    return new Upload({ id, size, offset, metadata: { filename: name } })
  }

  override write(bytes: Readable, id: string, offset: number): Promise<number> {
    return this.uploads.append(this.#viewer, id, { offset, bytes })
  }

  override remove(id: string): Promise<void> {
    return this.uploads.terminate(this.#viewer, id)
  }
}

/** The request as a Fetch API Request with an unread body. Its URL is ours, not from the Host header. */
function webRequest(request: FastifyRequest, path: string): Request {
  const { uploadId } = Object(request.params)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  const url = new URL(
    uploadId === undefined ? path : `${path}/${encodeURIComponent(uploadId)}`,
    'http://here.invalid',
  )
  const { method } = request
  const body = request.body instanceof Readable ? ReadableStream.from(request.body) : null
  // Node's stream types and the global ones are the same at run time but declared separately.
  return new Request(url, {
    method,
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
}

/** Our own headers are set already; the library's CORS headers are dropped. */
async function sendResponse(reply: FastifyReply, response: Response): Promise<unknown> {
  if (response.status >= 400) throw toRefusal(response.status)
  for (const [name, value] of response.headers) {
    if (/^(location|upload-|tus-)/.test(name)) reply.header(name, value)
  }
  return reply.code(response.status).send()
}

function toAppError(error: unknown): unknown {
  const { status_code: status } = Object(error)
  return typeof status === 'number' ? toRefusal(status) : error
}

const errorByStatus: Record<number, [ErrorCode, string]> = {
  404: ['not_found', 'This upload is no longer available. Please select the file again.'],
  409: [
    'conflict',
    'The server already has more of this file than Upload-Offset says. Get the current offset and resume from there.',
  ],
  413: ['payload_too_large', 'This file is too large.'],
}

function toRefusal(status: number): AppError {
  const [code, sentence] = errorByStatus[status] ?? ['invalid_input', 'This isn’t a tus 1.0.0 request.']
  return new AppError(code, sentence)
}

type ActiveLock = { release: () => void; released: Promise<void> }

/** How long a request waits for an upload's lock. */
const lockTimeoutMs = 15_000

/**
 * One request at a time for each upload. A new request asks the previous one to stop, because its connection may be
 * dead without notice.
 */
function createTusLocker(): Locker {
  const activeLocks = new Map<string, ActiveLock>()

  return {
    newLock(id: string): Lock {
      let resolveReleased: () => void = () => undefined
      return {
        async lock(_signal, release) {
          const deadline = Date.now() + lockTimeoutMs
          for (let current = activeLocks.get(id); current; current = activeLocks.get(id)) {
            current.release()
            await Promise.race([current.released, sleep(deadline - Date.now(), undefined, { ref: false })])
            if (Date.now() >= deadline)
              throw new AppError('upload_locked', 'This file is already being uploaded in another window.')
          }
          const released = new Promise<void>((resolve) => {
            resolveReleased = resolve
          })
          activeLocks.set(id, { release: () => void release(), released })
        },
        async unlock() {
          activeLocks.delete(id)
          resolveReleased()
        },
      }
    },
  }
}
