/** The limits of what creators tell buyers about changes. In a file of their own, so that other pages do not load them. */
export const versionLimits = {
  /** Characters of what a creator calls a version of an item, and of the note about it. */
  maxNumberLength: 40,
  maxNotesLength: 2_000,
  /** The time between two emails to the buyers of an item, and how many notes an item may get in it. */
  emailIntervalMs: 24 * 3_600_000,
  maxVersionsPerInterval: 50,
} as const
