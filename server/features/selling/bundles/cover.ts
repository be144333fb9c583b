import type { BundleForEditing } from '../../../../contract/bundles.ts'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { FormPart } from '../../../http/multipart.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { contentNotFoundError } from '../content/guards.ts'
import { removePreview, storePreview } from '../content/preview-image.ts'
import { lockContent, updateContentRow } from '../content/repository.ts'
import { getBundle } from './service.ts'

/** Sets the cover of an own bundle from a form. Throws AppError for an invalid image, or for none. */
export async function setBundleCover(
  ports: Ports,
  viewer: Viewer,
  { id, form }: { id: number; form: AsyncIterable<FormPart> },
): Promise<BundleForEditing> {
  await getBundle(ports, viewer, id)
  await enforceRateLimits(ports, [
    { key: `bundle-cover/${viewer.id}`, max: limits.maxBundleCoversPerHour, windowMs: 3_600_000 },
  ])
  const key = await storeCover(ports, viewer, form)
  try {
    await replaceCover(ports, viewer, { id, key })
  } catch (error) {
    // After another error it may have been committed.
    if (error instanceof AppError) await removePreview(ports, key)
    throw error
  }
  return getBundle(ports, viewer, id)
}

export async function removeBundleCover(ports: Ports, viewer: Viewer, id: number): Promise<BundleForEditing> {
  await replaceCover(ports, viewer, { id, key: null })
  return getBundle(ports, viewer, id)
}

async function storeCover(ports: Ports, viewer: Viewer, form: AsyncIterable<FormPart>): Promise<string> {
  let key: string | undefined
  for await (const part of form) {
    if (part.name === 'previewImage' && key === undefined) key = await storePreview(ports, viewer, part)
    else if (part.kind === 'file') part.bytes.resume()
  }
  if (key !== undefined) return key
  const message = 'Choose an image.'
  throw new AppError('invalid_input', message, { previewImage: message })
}

async function replaceCover(
  ports: Ports,
  viewer: Viewer,
  { id, key }: { id: number; key: string | null },
): Promise<void> {
  const before = await ports.db.transaction(async (tx) => {
    const row = await lockContent(tx, { id, creatorId: viewer.id })
    if (!row?.content.isBundle) throw contentNotFoundError()
    await updateContentRow(tx, id, { previewImageKey: key, updatedAt: ports.clock.now() })
    return row.content.previewImageKey
  })
  if (before && before !== key) await removePreview(ports, before)
}
