import type { User } from '../../../../contract/accounts.ts'
import type { Account } from '../../../../contract/settings.ts'
import { AppError } from '../../../../domain/errors.ts'
import { isHandleAllowed } from '../../../../domain/handle.ts'
import { cleanLinkUrl } from '../../../../domain/link-url.ts'
import { parseSuggestedAmounts } from '../../../../domain/suggested-amounts.ts'
import { deleteRows, findRow } from '../../../db/rows.ts'
import { emailChangeRequests } from '../../../db/schema/index.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import type { FormPart } from '../../../http/multipart.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { presentCurrentUser } from '../accounts/current-user.ts'
import { presentAccount } from '../accounts/present.ts'
import {
  type ProfileImageSpec,
  removeImage,
  replaceProfileImage,
  serveProfileImage,
} from '../accounts/profile-image.ts'
import {
  countFollowers,
  findUserById,
  isHandleTaken,
  recordFormerHandle,
  updateUser,
} from '../accounts/repository.ts'

export async function getAccount({ db, clock, config }: Ports, viewer: Viewer): Promise<Account> {
  const row = await findUserById(db, viewer.id)
  if (!row) throw unauthorized()
  const change = await findRow(db, emailChangeRequests, { userId: viewer.id })
  const isPending = change !== undefined && change.expiresAt > clock.now()
  const followerCount = await countFollowers(db, viewer.id)
  return presentAccount(row, { change: isPending ? change : undefined, followerCount }, config)
}

type Profile = {
  firstName: string
  handle?: string | undefined
  bio?: string | undefined
  /** One per line. */
  links?: string | undefined
}

/** An omitted handle stays; an empty one is removed. */
export async function updateProfile(
  ports: Ports,
  viewer: Viewer,
  { firstName, handle, bio, links }: Profile,
): Promise<User> {
  const { db, clock } = ports
  if (handle) await assertHandleAvailable(ports, viewer, handle)
  const now = clock.now()
  const row = await db
    .transaction(async (tx) => {
      if (handle !== undefined) await recordFormerHandle(tx, { userId: viewer.id, handle, now })
      return updateUser(tx, viewer.id, {
        firstName,
        name: firstName,
        ...(handle !== undefined && { handle: handle || null }),
        ...(bio !== undefined && { bio }),
        ...(links !== undefined && { links: links.split(/\s+/).map(cleanLinkUrl).filter(Boolean) }),
        updatedAt: now,
      })
    })
    .catch((error: unknown) => {
      // Of two concurrent requests, the unique index rejects one.
      if (isHandleConflict(error)) throw handleTakenError()
      throw error
    })
  if (!row) throw unauthorized()
  return presentCurrentUser(db, row, viewer)
}

type Defaults = {
  suggestedAmounts: string
  showSupporters: boolean
  thankYouNote?: string | undefined
  showTicketNumbers?: boolean | undefined
}

export async function updateDefaults(
  ports: Ports,
  viewer: Viewer,
  { suggestedAmounts, showSupporters, thankYouNote, showTicketNumbers }: Defaults,
) {
  const { db, paymentProvider, config, clock } = ports
  const charge = paymentProvider.chargeLimits(config.currency)
  await updateUser(db, viewer.id, {
    defaultSuggestedAmounts: parseSuggestedAmounts(suggestedAmounts, {
      currency: config.currency,
      charge,
      minimum: charge.min,
    }),
    defaultShowSupporters: showSupporters,
    ...(thankYouNote !== undefined && { defaultThankYouNote: thankYouNote }),
    ...(showTicketNumbers !== undefined && { showTicketNumbers }),
    updatedAt: clock.now(),
  })
  return getAccount(ports, viewer)
}

export async function cancelEmailChange(ports: Ports, viewer: Viewer): Promise<Account> {
  await deleteRows(ports.db, emailChangeRequests, { userId: viewer.id })
  return getAccount(ports, viewer)
}

async function assertHandleAvailable({ db }: Ports, viewer: Viewer, handle: string): Promise<void> {
  if (!isHandleAllowed(handle)) {
    const message = `@${handle} isn’t available. Choose another handle.`
    throw new AppError('invalid_input', message, { handle: message })
  }
  if (await isHandleTaken(db, { handle, exceptUserId: viewer.id })) throw handleTakenError()
}

function isHandleConflict(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('constraint' in at && at.constraint === 'users_handle_unique') return true
  }
  return false
}

function handleTakenError(): AppError {
  const message = 'That handle is taken. Choose another one.'
  return new AppError('conflict', message, { handle: message })
}

const unauthorized = () => new AppError('unauthorized', 'Unauthorized')

/** The width and height of a stored photo in pixels. */
const sizePx = 320

/** Cropped to its most salient square. */
const photo: ProfileImageSpec = {
  name: 'photo',
  column: 'photoKey',
  folder: 'photos/',
  box: { width: sizePx, height: sizePx, fit: 'cover' },
  output: { format: 'webp', quality: 82 },
}

export async function setPhoto(
  ports: Ports,
  viewer: Viewer,
  form: AsyncIterable<FormPart>,
): Promise<Account> {
  await replaceProfileImage(ports, viewer, photo, form)
  return getAccount(ports, viewer)
}

export async function removePhoto(ports: Ports, viewer: Viewer): Promise<Account> {
  await removeImage(ports, viewer, photo)
  return getAccount(ports, viewer)
}

export function getPhoto(ports: Ports, id: number): Promise<FileResponse> {
  return serveProfileImage(ports, photo, id)
}
