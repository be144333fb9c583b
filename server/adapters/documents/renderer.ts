import { createHash } from 'node:crypto'
import type { Tinypool } from 'tinypool'
import { site } from '../../../contract/site.ts'
import { BusyError } from '../../../domain/errors.ts'
import { workQueue } from '../../http/work-queue.ts'
import type { DocumentRenderer, PrintTurn, RenderTurn } from '../../ports/document-renderer.ts'
import type { BasicLogger } from '../../ports/index.ts'
import { openProcessPool, workerFilePath } from '../workers.ts'

type Task =
  | 'drawQrCode'
  | 'drawReceipt'
  | 'drawStatement'
  | 'drawShareCard'
  | 'drawCreatorCard'
  | 'drawTicket'
  | 'drawPond'

type Options = {
  log: BasicLogger
  /** The maximum bytes of cached documents. */
  maxCacheBytes?: number
  /** The maximum documents waiting or being rendered: in total, of one kind, and of one owner. */
  maxQueued?: number
  maxQueuedPerKind?: number
  maxQueuedPerOwner?: number
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
  maxQueuedPerOwner = 20,
  timeoutMs = 20_000,
  idleMs = 60_000,
  workerFile = workerFilePath('document-worker.js', 'documents/worker.ts'),
}: Options): DocumentRenderer & { close(): Promise<void> } {
  const queue = workQueue({
    concurrency: 1,
    maxQueued,
    maxQueuedPerOwner,
    fullError: queueFullError,
    ownerFullError: queueFullError,
  })
  const cache = documentCache(maxCacheBytes)
  const renderings = new Map<string, Promise<Buffer>>()
  const countByTask = new Map<Task, number>()
  let pool: Tinypool | undefined

  async function render(task: Task, data: object, owner: string): Promise<Buffer> {
    const count = countByTask.get(task) ?? 0
    if (count >= maxQueuedPerKind) throw queueFullError()
    countByTask.set(task, count + 1)
    return renderInTurn(task, data, owner).finally(() =>
      countByTask.set(task, (countByTask.get(task) ?? 1) - 1),
    )
  }

  function renderInTurn(task: Task, data: object, owner: string): Promise<Buffer> {
    return queue.run(owner, async () => {
      pool ??= openProcessPool({
        filename: workerFile,
        idleMs,
        maxHeapMb: 192,
        onError: (error) => log.error({ err: error }, 'document worker failed'),
      })
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return checkedDocument(task, await pool.run({ site: site(), data }, { name: task, signal }))
      } catch (error) {
        // The system may have ended the worker for want of memory. The log has it already, see `onError`.
        if (isWorkerGone(error)) throw workerGoneError()
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

  /**
   * Concurrent callers with the same data share one rendering; the result is cached. `read` adds the images that the data
   * names by keys.
   */
  function cached(
    task: Task,
    data: object,
    { owner, beforeRender }: RenderTurn,
    read: () => Promise<object> = async () => data,
  ): Promise<Buffer> {
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
      const document = await render(task, await read(), owner)
      cache.set(key, document)
      return document
    })().finally(() => renderings.delete(key))
    renderings.set(key, rendering)
    return rendering
  }

  return {
    receiptPdf: (receipt, turn) =>
      cached('drawReceipt', receipt, turn, () => withLogo(receipt, turn.readImage)),
    statementPdf: (statement, turn) =>
      cached('drawStatement', statement, turn, () => withLogo(statement, turn.readImage)),
    qrCodeSvg: (text, turn) => cached('drawQrCode', { text }, turn),
    shareCardPng: (card, { owner }) => render('drawShareCard', card, owner),
    ticketPng: (ticket, { owner }) => render('drawTicket', ticket, owner),
    pondJpeg: (pond, { owner }) => render('drawPond', pond, owner),
    creatorCardPng: (card, { owner }) => render('drawCreatorCard', card, owner),
    close: async () => pool?.destroy(),
  }
}

async function withLogo<Content extends { logoKey: string | null }>(
  content: Content,
  readImage: PrintTurn['readImage'],
) {
  return { ...content, logo: content.logoKey === null ? undefined : await readImage(content.logoKey) }
}

/** The longest statement has 1 MB. */
const maxDocumentBytes = 20 * 1024 ** 2
const firstBytes: Record<Task, string> = {
  drawQrCode: '<svg',
  drawReceipt: '%PDF-',
  drawStatement: '%PDF-',
  drawShareCard: '\x89PNG',
  drawCreatorCard: '\x89PNG',
  drawTicket: '\x89PNG',
  drawPond: '\xff\xd8\xff',
}

/** Bytes from another process, which also reads pictures of strangers, arrive as a Uint8Array. */
function checkedDocument(task: Task, answer: unknown): Buffer {
  if (!(answer instanceof Uint8Array)) throw new Error(`${task} returned no bytes`)
  const document = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  const isExpected = document.subarray(0, 8).toString('latin1').startsWith(firstBytes[task])
  if (!isExpected || document.length > maxDocumentBytes) throw new Error(`${task} returned no such document`)
  return document
}

/** What the pool says when its process ended. */
function isWorkerGone(error: unknown): boolean {
  return error instanceof Error && error.message === 'Worker exited unexpectedly'
}

function workerGoneError(): BusyError {
  return new BusyError('unavailable', 'We couldn’t make this document. Please try again in a minute.', 60)
}

function queueFullError(): BusyError {
  return new BusyError(
    'unavailable',
    'We’re preparing many documents right now. Please try again in a minute.',
    30,
  )
}

/** An LRU cache of documents by key, limited to `maxBytes`. */
export function documentCache(maxBytes: number) {
  const documents = new Map<string, Buffer>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= documents.get(key)?.length ?? 0
    documents.delete(key)
  }

  return {
    get(key: string): Buffer | undefined {
      const cached = documents.get(key)
      if (!cached) return undefined
      documents.delete(key)
      documents.set(key, cached)
      return cached
    },
    set(key: string, document: Buffer): void {
      remove(key)
      documents.set(key, document)
      bytes += document.length
      for (const oldest of documents.keys()) {
        if (bytes <= maxBytes) return
        remove(oldest)
      }
    },
  }
}
