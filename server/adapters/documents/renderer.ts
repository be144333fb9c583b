import { createHash } from 'node:crypto'
import type { Tinypool } from 'tinypool'
import { site } from '../../../contract/site.ts'
import { BusyError } from '../../../domain/errors.ts'
import { workQueue } from '../../http/work-queue.ts'
import type { BeforeRender, DocumentRenderer } from '../../ports/document-renderer.ts'
import type { BasicLogger } from '../../ports/index.ts'
import { openProcessPool, workerFilePath } from '../worker-pool.ts'
import { documentCache } from './document-cache.ts'

type Task = 'drawQrCode' | 'drawReceipt' | 'drawStatement' | 'drawShareCard' | 'drawCreatorCard'

type Options = {
  log: BasicLogger
  /** The maximum bytes of cached documents. */
  maxCacheBytes?: number
  /** The maximum documents waiting or being rendered: in total, and of one kind. */
  maxQueued?: number
  maxQueuedPerKind?: number
  /** The timeout of a document, including the worker's start. */
  timeoutMs?: number
  /** How long an idle worker keeps running. */
  idleMs?: number
  /** The worker's file. */
  workerFile?: string
}

/**
 * One worker process for all documents. It starts with the first one and ends when idle. Its image libraries take memory
 * that a thread would leave to the server.
 */
export function documentRenderer({
  log,
  maxCacheBytes = 8 * 1024 ** 2,
  maxQueued = 60,
  maxQueuedPerKind = 40,
  timeoutMs = 20_000,
  idleMs = 60_000,
  workerFile = workerFilePath('document-worker.js', 'documents/worker.ts'),
}: Options): DocumentRenderer & { close(): Promise<void> } {
  const queue = workQueue({
    concurrency: 1,
    maxQueued,
    maxQueuedPerOwner: maxQueuedPerKind,
    fullError: queueFullError,
    ownerFullError: queueFullError,
  })
  const cache = documentCache(maxCacheBytes)
  const renderings = new Map<string, Promise<Buffer>>()
  let pool: Tinypool | undefined

  async function render(task: Task, data: object): Promise<Buffer> {
    return queue.run(task, async () => {
      pool ??= openProcessPool({
        ...{ filename: workerFile, idleMs, maxHeapMb: 192 },
        onError: (error) => log.error({ err: error }, 'document worker failed'),
      })
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return asBuffer(await pool.run({ site: site(), data }, { name: task, signal }))
      } catch (error) {
        if (!signal.aborted) throw error
        log.error({ task, timeoutMs }, 'document rendering timed out')
        throw new BusyError(
          'unavailable',
          'This is taking too long right now. Please try again in a minute.',
          60,
        )
      }
    })
  }

  /** Concurrent callers with the same data share one rendering; the result is cached. */
  function cached(task: Task, data: object, beforeRender?: BeforeRender): Promise<Buffer> {
    const key = createHash('sha256')
      .update(task)
      .update(JSON.stringify([site(), data]))
      .digest('base64url')
    const document = cache.get(key)
    if (document) return Promise.resolve(document)
    const running = renderings.get(key)
    if (running) return running
    const rendering = (async () => {
      await beforeRender?.()
      const document = await render(task, data)
      cache.set(key, document)
      return document
    })().finally(() => renderings.delete(key))
    renderings.set(key, rendering)
    return rendering
  }

  return {
    receiptPdf: (receipt, beforeRender) => cached('drawReceipt', receipt, beforeRender),
    statementPdf: (statement, beforeRender) => cached('drawStatement', statement, beforeRender),
    qrCodeSvg: (text) => cached('drawQrCode', { text }),
    shareCardPng: (card) => render('drawShareCard', card),
    creatorCardPng: (card) => render('drawCreatorCard', card),
    close: async () => pool?.destroy(),
  }
}

/** Bytes from another process arrive as a Uint8Array. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function queueFullError(): BusyError {
  return new BusyError(
    'unavailable',
    'We’re preparing many documents right now. Please try again in a minute.',
    30,
  )
}
