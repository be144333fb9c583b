/** The legal pages, in the order of the footer. Each is at the address of its name. */
export const legalPageNames = ['terms', 'privacy', 'refunds', 'imprint'] as const
export type LegalPageName = (typeof legalPageNames)[number]
