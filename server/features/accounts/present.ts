import type { User } from '../../../contract/accounts.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { shortenDestination } from '../../../contract/payout-destination.ts'
import { buildUrl } from '../../../contract/route.ts'
import { type Account, getPhoto } from '../../../contract/settings.ts'
import type { Config } from '../../config.ts'
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
    payoutEmail: row.payoutEmail && shortenDestination(row.payoutEmail),
    plan: row.plan,
    isAdmin: isAdmin(row, config),
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

/** The account whose verified email is ADMIN_EMAIL. Only ASCII letters are case-folded, so no look-alike matches. */
export function isAdmin(row: Pick<UserRow, 'email' | 'emailVerified'>, { adminEmail }: Config): boolean {
  return adminEmail !== undefined && row.emailVerified && asciiLower(row.email) === asciiLower(adminEmail)
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
