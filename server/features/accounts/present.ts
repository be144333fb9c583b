import type { User } from '../../../contract/accounts.ts'
import type { Config } from '../../config.ts'
import type { UserRow } from './repository.ts'

export function presentUser(row: UserRow, config: Config): User {
  return {
    id: Number(row.id),
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    payoutEnabled: row.payoutMethod !== null && row.payoutEmail !== null,
    payoutMethod: row.payoutMethod,
    payoutEmail: row.payoutEmail,
    plan: row.plan,
    isAdmin: isAdmin(row, config),
  }
}

/** The account whose verified address is ADMIN_EMAIL. Only ASCII letters fold, so no look-alike passes. */
export function isAdmin(row: Pick<UserRow, 'email' | 'emailVerified'>, { adminEmail }: Config): boolean {
  return adminEmail !== undefined && row.emailVerified && asciiLower(row.email) === asciiLower(adminEmail)
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
