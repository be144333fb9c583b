import { Readable } from 'node:stream'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { FileResponse } from '../../http/file-response.ts'
import { readImage, readStoredImage } from '../../http/image-upload.ts'
import type { FormPart } from '../../http/multipart.ts'
import { enforceRateLimits } from '../../http/rate-limit.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { storeLogoKey } from './service.ts'

/** The maximum size of the logo in pixels: twice its display size. */
const maxSizePx = { width: 480, height: 120 }
/** Not that of creators’ logos, which have the rules of their accounts. */
const folder = 'site-logos/'

/** Stores the form's image as the site's logo. Earlier ones stay, because sent emails show them. */
export async function setSiteLogo(ports: Ports, viewer: Viewer, form: AsyncIterable<FormPart>) {
  await enforceRateLimits(ports, [
    {
      key: `site-logo/${viewer.id}`,
      max: limits.maxPhotosPerHour,
      windowMs: 3_600_000,
      message: 'You’ve changed the logo many times in the last hour. Please try again later.',
    },
  ])
  const { bytes } = await readImage(ports, form, {
    personId: viewer.id,
    field: 'logo',
    box: { ...maxSizePx, fit: 'inside' },
    // Email clients do not show WebP.
    output: { format: 'png', quality: 100 },
  })
  const key = `${folder}${ports.newPublicId()}`
  await ports.fileStore.put(key, Readable.from([bytes]), { maxBytes: limits.maxPreviewBytes })
  return storeLogoKey(ports, viewer, key)
}

/** The current logo, or an earlier one. Throws AppError `not_found`. */
export async function readSiteLogo({ fileStore, settings }: Ports, id: number): Promise<FileResponse> {
  const current = settings.current().logoKey
  const key = current?.endsWith(`/${id}`) ? current : `${folder}${id}`
  const image = await readStoredImage(fileStore, { key, field: 'logo' })
  if (!image) throw new AppError('not_found', 'We couldn’t find that logo.')
  return { ...image, name: 'logo.png', type: 'image/png', cache: 'immutable' }
}
