import { type OwnContent, UploadFields } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { type Draft, noFileSelected, readUpload } from '../../../domain/content.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import { throttle } from '../../http/throttle.ts'
import type { FormPart } from '../../http/upload.ts'
import { validated } from '../../http/validate.ts'
import type { Ports } from '../../ports/index.ts'
import { storeFormFile } from './form-file.ts'
import { admitCategory } from './premium.ts'
import { presentOwn } from './present.ts'
import { removePreview, storePreview } from './preview.ts'
import { assertItemFits } from './quota.ts'
import { contentById, insertContent, insertFile } from './repository.ts'
import { claimUpload, discardUpload, itemOf, spendUpload, takeUpload } from './uploads.ts'

/** `uploadId` is that of the file that the form brought itself. */
type Received = { fields: Map<string, string>; uploadId?: string; previewKey?: string; committing?: true }

/** Publishes what a form brings, or keeps it as a draft. Whatever is refused or cut off leaves nothing behind. */
export async function publishContent(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<OwnContent> {
  const received: Received = { fields: new Map() }
  try {
    for await (const part of form) await receive(ports, viewer, { received, part })
    return (await publishedBefore(ports, viewer, received)) ?? (await keep(ports, viewer, received))
  } catch (error) {
    if (!received.committing) await discard(ports, viewer, received)
    throw error
  }
}

async function discard(ports: Ports, viewer: Viewer, { uploadId, previewKey }: Received): Promise<void> {
  if (uploadId !== undefined) await discardUpload(ports, viewer, uploadId)
  if (previewKey) await removePreview(ports, previewKey)
}

type Receiving = { received: Received; part: FormPart }

async function receive(ports: Ports, viewer: Viewer, { received, part }: Receiving): Promise<void> {
  if (part.name === 'previewImage') {
    await receivePreview(ports, viewer, { received, part })
    return
  }
  if (part.kind === 'field') {
    received.fields.set(part.name, part.value)
    return
  }
  if (
    part.name !== 'file' ||
    received.uploadId !== undefined ||
    (part.fileName === '' && !hasTitle(received))
  ) {
    part.bytes.resume()
    return
  }
  // With the fields before the file, a mistake in them is told before gigabytes are sent for nothing.
  if (hasTitle(received)) readFields(ports, received)
  const uploadId = await storeFormFile(ports, viewer, part)
  if (uploadId !== undefined) received.uploadId = uploadId
}

async function receivePreview(ports: Ports, viewer: Viewer, { received, part }: Receiving): Promise<void> {
  const previewKey = await storePreview(ports, viewer, part)
  if (!previewKey) return
  if (received.previewKey) {
    await removePreview(ports, previewKey)
    throw new AppError('invalid_input', 'Send one preview picture.', {
      previewImage: 'Send one preview picture.',
    })
  }
  received.previewKey = previewKey
}

function hasTitle({ fields }: Received): boolean {
  return fields.has('title')
}

/** A form that is sent again, because the answer to the first one was lost, is answered with what became of it. */
async function publishedBefore(ports: Ports, viewer: Viewer, { fields }: Received) {
  const id = await itemOf(ports, viewer, fields.get('uploadId')?.trim() ?? '')
  const row = id === undefined ? undefined : await contentById(ports.db, id)
  return row?.content.deletedAt === null ? presentOwn(row) : undefined
}

function readFields({ config, payments }: Ports, { fields }: Received): Draft & { uploadId: string } {
  const form = validated(UploadFields, Object.fromEntries(fields))
  const draft = readUpload(form, { currency: config.currency, charge: payments.limits(config.currency) })
  return { ...draft, uploadId: form.uploadId }
}

async function keep(ports: Ports, viewer: Viewer, received: Received): Promise<OwnContent> {
  const { db, newId, clock, config } = ports
  const { uploadId: named, ...draft } = readFields(ports, received)
  await admitCategory(db, viewer, draft)
  const uploadId = draft.kind === 'file' ? (received.uploadId ?? named) : ''
  const file = uploadId === '' ? undefined : await takeUpload(ports, viewer, uploadId)
  if (draft.kind === 'file' && draft.status === 'published' && !file) throw noFileSelected()
  await throttle(ports, [{ key: `items ${viewer.id}`, max: limits.itemsPerHour, perMs: 3_600_000 }])

  const id = newId()
  const now = clock.now()
  // From here nobody can say whether a broken connection broke before or after the commit: an upload too many is better
  // than an item without its file.
  received.committing = true
  await db
    .transaction(async (tx) => {
      if (file) await claimUpload(tx, uploadId)
      if (file) await insertFile(tx, file)
      await insertContent(tx, {
        ...draft,
        id,
        creatorId: viewer.id,
        currency: config.currency,
        fileId: file?.id ?? null,
        previewKey: received.previewKey ?? null,
        createdAt: now,
        updatedAt: now,
      })
      await assertItemFits(tx, ports, viewer.id)
      if (file) await spendUpload(tx, uploadId, id)
    })
    .catch((error: unknown) => {
      // What was refused was not written.
      if (error instanceof AppError) delete received.committing
      throw error
    })
  if (received.uploadId !== undefined && !file) await discardUpload(ports, viewer, received.uploadId)

  const row = await contentById(db, id)
  if (!row) throw new Error(`Content ${id} is gone`)
  return presentOwn(row)
}
