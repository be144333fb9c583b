import type { Account } from '../../../contract/account-settings.ts'
import type { User } from '../../../contract/accounts.ts'
import { readChips } from '../../../domain/chips.ts'
import { AppError } from '../../../domain/errors.ts'
import { isHandleFree } from '../../../domain/handle.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { presentAccount, presentUser } from './present.ts'
import { dropEmailChange, emailChangeOf, isHandleTaken, updateUser, userById } from './repository.ts'

export async function showAccount({ db, clock, config }: Ports, viewer: Viewer): Promise<Account> {
  const row = await userById(db, viewer.id)
  if (!row) throw unauthorized()
  const change = await emailChangeOf(db, viewer.id)
  const isWaiting = change !== undefined && change.expiresAt > clock.now()
  return presentAccount(row, isWaiting ? change : undefined, config)
}

type Profile = { firstName: string; handle?: string | undefined }

/** A handle that is left out stays; an empty one is given up. */
export async function changeProfile(
  ports: Ports,
  viewer: Viewer,
  { firstName, handle }: Profile,
): Promise<User> {
  const { db, config, clock } = ports
  if (handle) await refuseTaken(ports, viewer, handle)
  const row = await updateUser(db, viewer.id, {
    firstName,
    name: firstName,
    ...(handle !== undefined && { handle: handle || null }),
    updatedAt: clock.now(),
  }).catch((fault: unknown) => {
    // Two people at once: the database lets one of them have it.
    if (isTakenTwice(fault)) throw handleTaken()
    throw fault
  })
  if (!row) throw unauthorized()
  return presentUser(row, config)
}

type Defaults = { chips: string; showSupporters: boolean }

export async function changeDefaults(ports: Ports, viewer: Viewer, { chips, showSupporters }: Defaults) {
  const { db, payments, config, clock } = ports
  const charge = payments.limits(config.currency)
  await updateUser(db, viewer.id, {
    chips: readChips(chips, { currency: config.currency, charge, minimum: charge.min }),
    showSupporters,
    updatedAt: clock.now(),
  })
  return showAccount(ports, viewer)
}

export async function cancelEmailChange(ports: Ports, viewer: Viewer): Promise<Account> {
  await dropEmailChange(ports.db, viewer.id)
  return showAccount(ports, viewer)
}

async function refuseTaken({ db }: Ports, viewer: Viewer, handle: string): Promise<void> {
  if (!isHandleFree(handle)) {
    const sentence = `@${handle} is not to be had. Choose another handle.`
    throw new AppError('invalid_input', sentence, { handle: sentence })
  }
  if (await isHandleTaken(db, { handle, but: viewer.id })) throw handleTaken()
}

function isTakenTwice(fault: unknown): boolean {
  for (let at = fault; at instanceof Error; at = at.cause) {
    if ('constraint' in at && at.constraint === 'users_handle_unique') return true
  }
  return false
}

function handleTaken(): AppError {
  const sentence = 'Somebody else has this handle. Choose another one.'
  return new AppError('conflict', sentence, { handle: sentence })
}

const unauthorized = () => new AppError('unauthorized', 'Unauthorized')
