import { ContentFormFields, type CreatorContent } from '../../../../contract/content.ts'
import type { BulkPublishRequest, BulkPublishResult } from '../../../../contract/content-editing.ts'
import { limits } from '../../../../contract/limits.ts'
import { type ContentInput, missingFileError, parseContentForm } from '../../../../domain/content.ts'
import { AppError } from '../../../../domain/errors.ts'
import { lacksFile } from '../../../../domain/parts.ts'
import type { FormPart } from '../../../http/multipart.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import type { Ports } from '../../../ports/index.ts'
import { requirePro } from '../../people/accounts/guards.ts'
import { setCopies } from '../reservations/copies.ts'
import { assertItemFits } from '../uploads/quota.ts'
import { discardUpload, findContentByUpload } from '../uploads/uploads.ts'
import { enqueueFollowerNotice, recordItemEvent } from './follower-notice.ts'
import { requireCategoryAllowed } from './guards.ts'
import { enqueueTeaser } from './make-teaser.ts'
import { enqueueMeasuring } from './measure-recordings.ts'
import { insertParts, lockPartFiles, requirePartFiles } from './parts.ts'
import { presentForCreator } from './present.ts'
import {
  discardReceived,
  listedParts,
  type ReceivedForm,
  receivePart,
  withReceivedFile,
} from './received-form.ts'
import { releaseOfEdit } from './release.ts'
import { findContentById, insertContent } from './repository.ts'
import { needsReview, requestReview } from './review.ts'
import { requireUpgradeSource } from './upgrade.ts'

/**
 * Publishes an item from a form, or saves a draft. A rejected or interrupted form leaves nothing in the database or
 * the file store.
 */
export async function createContent(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<CreatorContent> {
  const received: ReceivedForm = { fields: new Map() }
  try {
    for await (const part of form) {
      await receivePart(ports, viewer, {
        received,
        part,
        acceptsFile: (fileName) => fileName !== '' || hasTitle(received),
        validateFields: () => hasTitle(received) && parseFields(ports, received),
      })
    }
    return (await findAlreadyCreated(ports, viewer, received)) ?? (await saveContent(ports, viewer, received))
  } catch (error) {
    await discardReceived(ports, viewer, received)
    throw error
  }
}

function hasTitle({ fields }: ReceivedForm): boolean {
  return fields.has('title')
}

/** A repeated form, after a lost response, returns the item that the first one created. Its uploads tell which one that is. */
async function findAlreadyCreated(ports: Ports, viewer: Viewer, { fields }: ReceivedForm) {
  const listed = listedParts({ parts: fields.get('parts') ?? '' }) ?? []
  const ofPart = listed.find((part) => part.uploadId !== '')?.uploadId
  const uploadId = ofPart ?? fields.get('uploadId')?.trim() ?? ''
  const id = await findContentByUpload(ports, viewer, uploadId)
  const row = id === undefined ? undefined : await findContentById(ports.db, id)
  return row?.content.deletedAt === null ? presentForCreator(row, ports.clock.now()) : undefined
}

function parseFields(
  { config, paymentProvider }: Ports,
  { fields }: ReceivedForm,
): ContentInput & { notifyFollowers: boolean } {
  const form = parseOrThrow(ContentFormFields, Object.fromEntries(fields))
  const draft = parseContentForm(form, {
    currency: config.currency,
    charge: paymentProvider.chargeLimits(config.currency),
    listed: listedParts(form),
  })
  return { ...draft, notifyFollowers: form.notifyFollowers === 'true' }
}

async function saveContent(ports: Ports, viewer: Viewer, received: ReceivedForm): Promise<CreatorContent> {
  const { db, clock, config } = ports
  const { notifyFollowers, parts: typedParts, maxCopies, ...draft } = parseFields(ports, received)
  await requireCategoryAllowed(db, ports, viewer, draft)
  const parts = withReceivedFile(typedParts, received)
  const partFiles = await requirePartFiles(ports, viewer, parts)
  if (draft.status === 'published' && lacksFile(parts)) throw missingFileError()
  await enforceRateLimits(ports, [
    { key: `items ${viewer.id}`, max: limits.maxItemsPerHour, windowMs: 3_600_000 },
  ])

  const now = clock.now()
  // When the database connection breaks from here on, it is unknown whether the transaction was committed. Nothing is
  // discarded then, because an unused upload is better than an item without its file.
  received.isCommitting = true
  const id = await db
    .transaction(async (tx) => {
      await lockPartFiles(tx, partFiles)
      await requireUpgradeSource(tx, { ...draft, creatorId: viewer.id })
      const waits = draft.status === 'published' && (await needsReview(tx, ports, viewer))
      const status = waits ? 'draft' : draft.status
      const contentId = await insertContent(tx, ports, {
        ...draft,
        ...(await releaseOfEdit(tx, { edit: draft, now })),
        status,
        teaserStatus: draft.teaserOptions ? 'pending' : 'none',
        creatorId: viewer.id,
        currency: config.currency,
        previewImageKey: received.previewKey ?? null,
        createdAt: now,
        updatedAt: now,
      })
      if (maxCopies !== null) await setCopies(tx, { contentId, creatorId: viewer.id, max: maxCopies, now })
      await assertItemFits(tx, ports, viewer.id)
      await insertParts(tx, { contentId, parts, partFiles, now })
      if (draft.teaserOptions) await enqueueTeaser(tx, ports, { id: contentId, creatorId: viewer.id })
      await enqueueMeasuring(tx, ports, { id: contentId, creatorId: viewer.id, partFiles })
      if (waits) await requestReview(tx, ports, { contentId, notifyFollowers })
      if (status === 'published')
        await recordItemEvent(tx, ports, { creatorId: viewer.id, contentId, status })
      if (notifyFollowers && status === 'published') await enqueueFollowerNotice(tx, ports, contentId)
      return contentId
    })
    .catch((error: unknown) => {
      // A rejected form was not committed.
      if (error instanceof AppError) delete received.isCommitting
      throw error
    })
  if (received.uploadId !== undefined && !partFiles.has(received.uploadId))
    await discardUpload(ports, viewer, received.uploadId)

  const row = await findContentById(db, id)
  if (!row) throw new Error(`Content ${id} does not exist`)
  return presentForCreator(row, now)
}

type SharedFields = Omit<BulkPublishRequest, 'items'>

/**
 * Publishes uploads independently: an error of one does not affect the others. An error in the shared fields is
 * returned once, before the first item is published.
 */
export async function publishBulk(
  ports: Ports,
  viewer: Viewer,
  { items, ...shared }: BulkPublishRequest,
): Promise<{ results: Array<BulkPublishResult> }> {
  await requirePro(ports.db, viewer, 'Bulk upload')
  validateSharedFields(ports, shared)
  await requireCategoryAllowed(ports.db, ports, viewer, shared)

  const results: Array<BulkPublishResult> = []
  for (const item of items) results.push(await publishOne(ports, viewer, { ...shared, ...item }))
  return { results }
}

const noTeaser = { teaserWords: '', teaserSeconds: '', teaserStartSecond: '', teaserPages: '' }

/** Validated with a placeholder title; each file's own title is validated with its item. */
function validateSharedFields({ config, paymentProvider }: Ports, shared: SharedFields): void {
  const empty = {
    linkUrl: '',
    textContent: '',
    whatsInside: '',
    uploadId: '',
    parts: '',
    notifyFollowers: 'false' as const,
    maxCopies: '',
    showsCopiesLeft: 'false' as const,
    upgradeFromId: '',
    upgradeAmount: '',
    releaseAt: '',
    releaseTimeZone: '' as const,
    ...noTeaser,
    previewFocusX: 50,
    previewFocusY: 50,
    pondSeed: '' as const,
  }
  const placeholders = { kind: 'file', title: 'Title', ...empty } as const
  parseContentForm(
    { ...shared, ...placeholders },
    { currency: config.currency, charge: paymentProvider.chargeLimits(config.currency) },
  )
}

type BulkItemInput = SharedFields & { uploadId: string; title: string }

/** Uses the use case of a form with one file, so it has the same limits and is idempotent. */
async function publishOne(ports: Ports, viewer: Viewer, input: BulkItemInput): Promise<BulkPublishResult> {
  const { uploadId } = input
  try {
    return { uploadId, content: await createContent(ports, viewer, toFormParts(input)), error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, fields = {} } = error
    return { uploadId, content: null, error: { code, message, fields } }
  }
}

async function* toFormParts(input: BulkItemInput): AsyncGenerator<FormPart> {
  yield { kind: 'field', name: 'kind', value: 'file' }
  for (const [name, value] of Object.entries(input)) yield { kind: 'field', name, value }
}
