/** The limits that often loaded pages need. In a file of their own, so that those pages do not load all the others. */
export const screenLimits = {
  /** The platform fee in basis points, by plan: 2000 is 20 %. */
  feeBasisPoints: { creator: 2000, pro: 0 },
  /** In characters. */
  maxEmailLength: 254,
  maxSearchLength: 200,
  maxSupporterNameLength: 60,
  maxSupporterMessageLength: 280,
  /** Of a creator to a buyer, and back. */
  maxMessageToPersonLength: 2_000,
  maxUtmParametersLength: 300,
  toastDurationMs: 5_000,
  toastRemoveDelayMs: 1_000_000,
  signInRedirectDelayMs: 500,
  tipUrlCleanupDelayMs: 2_000,
  tooltipDelayMs: 700,
  /** Swipe distance that dismisses a toast. */
  toastSwipeThresholdPx: 50,
} as const
