import { shownPayoutDetails } from '../accounts/payout-details.ts'
import type { UserRow } from '../accounts/repository.ts'

/** The columns of `users` in the export of an account, with their names in it. */
export const exportedUserColumns = {
  id: 'id',
  email: 'email',
  firstName: 'displayName',
  lastName: 'lastName',
  handle: 'handle',
  bio: 'bio',
  links: 'links',
  country: 'country',
  timeZone: 'timeZone',
  createdAt: 'since',
  updatedAt: 'changedAt',
  plan: 'plan',
  role: 'role',
  isOwner: 'isOwner',
  payoutMethod: 'payoutMethod',
  payoutMask: 'payoutAddress',
  payoutReminderSentAt: 'payoutReminderSentAt',
  providerAccountId: 'connectedAccount',
  providerAccountState: 'connectedAccountState',
  providerAccountRestriction: 'connectedAccountRestriction',
  providerAccountCurrency: 'connectedAccountCurrency',
  providerCustomerId: 'customer',
  defaultSuggestedAmounts: 'newItemAmounts',
  defaultShowSupporters: 'newItemsShowSupporters',
  defaultThankYouNote: 'newItemThankYouNote',
  accentColor: 'accentColor',
  hidePlatformBranding: 'hidesPlatformBranding',
  enabledBetaFeatures: 'betaFeatures',
  suspendedAt: 'suspendedAt',
  suspendedReason: 'suspendedReason',
} as const satisfies Partial<Record<keyof UserRow, string>>

/** The other columns, and why they are not in it. A test fails for a column in neither list. */
export const withheldUserColumns = {
  name: 'written by the sign-in library and used nowhere',
  image: 'of the sign-in library, and always empty',
  emailVerified: 'true for every account that can export',
  payoutEmail: 'encrypted; the export has it as screens show it',
  photoKey: 'the image itself is in the export',
  logoKey: 'the image itself is in the export',
  deletedAt: 'null for every account that can export',
  debtEmailHash: 'null for every account that can export',
  debtPayoutHash: 'null for every account that can export',
} as const satisfies Partial<Record<keyof UserRow, string>>

/** An account's own row for its export, with the payout details masked. */
export function exportedUser(row: UserRow): Record<string, unknown> {
  const shown = { ...row, payoutMask: shownPayoutDetails(row.payoutEmail, row.payoutMask) }
  const columns = Object.entries(exportedUserColumns) as Array<[keyof typeof exportedUserColumns, string]>
  return Object.fromEntries(columns.map(([column, name]) => [name, shown[column]]))
}
