import { type OwnContent, UploadFields } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { type Draft, noFileSelected, readUpload } from '../../../domain/content.ts'
import { AppError } from '../../../domain/errors.ts'
import { cleanFileName, typeOf } from '../../../domain/file-type.ts'
import type { Viewer } from '../../http/call.ts'
import type { FormPart } from '../../http/upload.ts'
import { validated } from '../../http/validate.ts'
import type { Ports } from '../../ports/index.ts'
import { admitCategory } from './premium.ts'
import { presentOwn } from './present.ts'
import { previewBytes, removePreview, storePreview } from './preview.ts'
import { contentById, insertContent, insertFile, type NewFile } from './repository.ts'
import { claimUpload, itemOf, spendUpload, takeUpload } from './uploads.ts'

type Received = { fields: Map<string, string>; file?: NewFile; previewKey?: string; committing?: true }

/** Publishes what a form brings, or keeps it as a draft. Whatever is refused or cut off leaves nothing behind. */
export async function publishContent(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<OwnContent> {
  const received: Received = { fields: new Map() }
  try {
    for await (const part of form) await receive(ports, received, part)
    return (await publishedBefore(ports, viewer, received)) ?? (await keep(ports, viewer, received))
  } catch (error) {
    if (!received.committing) await discard(ports, received)
    throw error
  }
}

async function discard({ files }: Ports, { file, previewKey }: Received): Promise<void> {
  if (file) await files.remove(file.key)
  if (previewKey) await removePreview({ files }, previewKey)
}

async function receive(ports: Ports, received: Received, part: FormPart): Promise<void> {
  if (part.name === 'previewImage') {
    const bytes = await previewBytes(part)
    if (bytes && received.previewKey)
      throw new AppError('invalid_input', 'Send one preview picture.', {
        previewImage: 'Send one preview picture.',
      })
    if (bytes) received.previewKey = await storePreview(ports, bytes)
    return
  }
  if (part.kind === 'field') {
    received.fields.set(part.name, part.value)
    return
  }
  if (part.name !== 'file' || received.file || (part.fileName === '' && !hasTitle(received))) {
    part.bytes.resume()
    return
  }
  // With the fields before the file, a mistake in them is told before gigabytes are sent for nothing.
  if (hasTitle(received)) readFields(ports, received)
  received.file = await storeFile(ports, part)
}

function hasTitle({ fields }: Received): boolean {
  return fields.has('title')
}

/** Stores the file of a form under a key of its own; undefined where none was chosen. Nobody knows of it until its row is written. */
export async function storeFile(
  { files, newId, clock, config }: Ports,
  part: FormPart & { kind: 'file' },
): Promise<NewFile | undefined> {
  const id = newId()
  const key = `files/${id}`
  const name = cleanFileName(part.fileName, limits.fileName)
  const stored = await files.put(key, part.bytes, { maxBytes: config.maxUploadBytes })
  if (stored.size === 0) {
    await files.remove(key)
    if (part.fileName === '') return undefined
    throw new AppError('invalid_input', 'This file is empty.', { file: 'This file is empty.' })
  }
  return {
    id,
    key,
    name,
    size: stored.size,
    type: typeOf(name),
    sha256: stored.sha256,
    createdAt: clock.now(),
  }
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
  const { uploadId, ...draft } = readFields(ports, received)
  await admitCategory(db, viewer, draft)
  const isUploaded = draft.kind === 'file' && !received.file && uploadId !== ''
  const sent = isUploaded ? await takeUpload(ports, viewer, uploadId) : received.file
  const file = draft.kind === 'file' ? sent : undefined
  if (draft.kind === 'file' && draft.status === 'published' && !file) throw noFileSelected()

  const id = newId()
  const now = clock.now()
  // From here nobody can say whether a broken connection broke before or after the commit: a file too many is better
  // than an item without its file.
  received.committing = true
  await db.transaction(async (tx) => {
    if (isUploaded) await claimUpload(tx, uploadId)
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
    if (isUploaded) await spendUpload(tx, uploadId, id)
  })
  if (received.file && !file) await ports.files.remove(received.file.key)

  const row = await contentById(db, id)
  if (!row) throw new Error(`Content ${id} is gone`)
  return presentOwn(row)
}
