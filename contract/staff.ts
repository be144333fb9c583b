/** Who may open the admin pages: an admin acts, an accountant reads. */
export const staffRoles = ['admin', 'accountant'] as const
export type StaffRole = (typeof staffRoles)[number]
