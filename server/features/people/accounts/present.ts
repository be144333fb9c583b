import { type StaffRole, staffRoles, type User } from '../../../../contract/accounts.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { type Account, getPhoto } from '../../../../contract/settings.ts'
import type { Config } from '../../../config.ts'
import type { Viewer } from '../../../http/request-context.ts'
import { shownPayoutDetails } from './payout-details.ts'
import { planOf } from './plan.ts'
import type { EmailChangeRow, UserRow } from './repository.ts'

type UserFacts = Pick<Viewer, 'needsPasskey'> & { isSelling: boolean }

/** Until staff confirm their session with the passkey, it has no role. */
export function presentUser(row: UserRow, { needsPasskey = false, isSelling }: UserFacts): User {
  const role = needsPasskey ? null : staffRoleOf(row)
  return {
    id: Number(row.id),
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    handle: row.handle,
    photoUrl: photoUrl(row),
    payoutEnabled:
      (row.payoutMethod !== null && row.payoutEmail !== null) || row.providerAccountState === 'complete',
    payoutMethod: row.payoutMethod,
    payoutEmail: shownPayoutDetails(row.payoutEmail, row.payoutMask),
    plan: planOf(row),
    isSelling,
    isAdmin: role === 'admin',
    role,
    needsSecondFactor: needsPasskey,
  }
}

export function presentAccount(
  row: UserRow,
  { change, followerCount }: { change: EmailChangeRow | undefined; followerCount: number },
  { currency }: Config,
): Account {
  return {
    handle: row.handle,
    bio: row.bio,
    links: row.links,
    followerCount,
    photoUrl: photoUrl(row),
    suggestedAmounts: (row.defaultSuggestedAmounts ?? [])
      .map((amount) => formatDecimal(amount, currency))
      .join(', '),
    showSupporters: row.defaultShowSupporters,
    thankYouNote: row.defaultThankYouNote,
    showTicketNumbers: row.showTicketNumbers,
    emailChange: change ? { email: change.newEmail, expiresAt: change.expiresAt.toISOString() } : null,
  }
}

export function photoUrl({ photoKey }: Pick<UserRow, 'photoKey'>): string | null {
  return photoKey ? buildUrl(getPhoto, { params: { id: photoKey.slice('photos/'.length) } }) : null
}

/** The role of an account: the owner is an admin, others have the role that an admin gave them. Null for creators. */
export function staffRoleOf(row: { isOwner: boolean; role?: string | null | undefined }): StaffRole | null {
  if (row.isOwner) return 'admin'
  return staffRoles.find((role) => role === row.role) ?? null
}
