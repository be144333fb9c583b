import type { User } from '../../../contract/accounts.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { buildUrl } from '../../../contract/route.ts'
import { type Account, getPhoto } from '../../../contract/settings.ts'
import { type StaffRole, staffRoles } from '../../../contract/staff.ts'
import type { Config } from '../../config.ts'
import { shownPayoutDetails } from './payout-details.ts'
import type { EmailChangeRow, UserRow } from './repository.ts'

export function presentUser(row: UserRow, config: Config): User {
  return {
    id: Number(row.id),
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    payoutEnabled:
      (row.payoutMethod !== null && row.payoutEmail !== null) || row.providerAccountState === 'complete',
    payoutMethod: row.payoutMethod,
    payoutEmail: shownPayoutDetails(row.payoutEmail, row.payoutMask),
    plan: row.plan,
    isAdmin: staffRoleOf(row, config) === 'admin',
    role: staffRoleOf(row, config),
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
    emailChange: change ? { email: change.newEmail, expiresAt: change.expiresAt.toISOString() } : null,
  }
}

/** The URL of a user's photo on this site. */
export function photoUrl({ photoKey }: Pick<UserRow, 'photoKey'>): string | null {
  return photoKey ? buildUrl(getPhoto, { params: { id: photoKey.slice('photos/'.length) } }) : null
}

type StaffRow = Pick<UserRow, 'email' | 'emailVerified'> & { role?: string | null | undefined }

/** The role of an account: admin by ADMIN_EMAIL, or the one that an admin gave it. Null for creators. */
export function staffRoleOf(row: StaffRow, config: Pick<Config, 'adminEmail'>): StaffRole | null {
  if (isOwner(row, config)) return 'admin'
  return staffRoles.find((role) => role === row.role) ?? null
}

/** The account whose verified email is ADMIN_EMAIL. Only ASCII letters are case-folded, so no look-alike matches. */
export function isOwner(
  { email, emailVerified }: Pick<UserRow, 'email' | 'emailVerified'>,
  { adminEmail }: Pick<Config, 'adminEmail'>,
): boolean {
  return adminEmail !== undefined && emailVerified && asciiLower(email) === asciiLower(adminEmail)
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
