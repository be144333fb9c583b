/** Every business constant, once. Sources: spec.md section 9 and product.md. */
export const limits = {
  /** Basis points of the platform's share, by plan: 2000 is 20 %. */
  feeBasisPoints: { creator: 2000, pro: 0 },
  /** Cents. */
  proMonthlyPrice: 9_900,
  minimumPayout: 2_500,
  smallestPrice: 1,
  largestPrice: 99_999_999,
  /** Bytes: 5 GiB, and 10 MiB for a preview picture. */
  maxUploadBytes: 5 * 1024 ** 3,
  maxPreviewBytes: 10 * 1024 ** 2,
  /** Pixels of an image before it is resized: of a photo or logo, and of a preview. */
  maxPhotoPixels: 25_000_000,
  maxPreviewPixels: 60_000_000,
  /** Photos and logos that one person may upload in an hour. */
  photosPerHour: 10,
  /** Uploads that one creator may have on their way, may begin in an hour, and milliseconds that an untouched one is kept. */
  openUploads: 50,
  uploadsPerHour: 300,
  uploadLifetime: 7 * 24 * 3_600_000,
  /** Items a creator may publish or keep as drafts in an hour. */
  itemsPerHour: 1_000,
  /** What one creator may store, by plan; settings change them. Bytes of files and of uploads that no item has taken yet. */
  maxStoredBytes: { creator: 50 * 1024 ** 3, pro: 1024 ** 4 },
  /** Bytes of uploads that no item has taken yet, alone. */
  maxOpenUploadBytes: { creator: 20 * 1024 ** 3, pro: 100 * 1024 ** 3 },
  maxItems: { creator: 2_000, pro: 50_000 },
  /** Files that go through one form of many. */
  bulkItems: 50,
  /** Characters. */
  uploadId: 64,
  title: 200,
  description: 5_000,
  textContent: 100_000,
  linkUrl: 2_048,
  fileName: 255,
  email: 254,
  displayName: 80,
  handle: { min: 3, max: 30 },
  passkeyName: 60,
  /** Passkeys a person may have. */
  passkeys: 20,
  subject: 200,
  message: 5_000,
  /** What a person writes to say why. */
  reason: 1_000,
  payoutReference: 100,
  payoutNotes: 500,
  reportDetails: 2_000,
  supporterName: 60,
  supporterMessage: 280,
  source: 300,
  /** Supporters named on a tip page. */
  supporters: 20,
  searchText: 200,
  /** Test purchases a creator may make in an hour. */
  trialsPerHour: 60,
  /** Rows of one page of a list. */
  pageSize: 100,
  /** Milliseconds. */
  toastDuration: 5_000,
  toastRemoveDelay: 1_000_000,
  signInRedirectDelay: 500,
  tipUrlCleanupDelay: 2_000,
  tooltipDelay: 700,
  signedUrlLifetime: 10 * 60_000,
  signInCodeLifetime: 10 * 60_000,
  emailChangeLifetime: 30 * 60_000,
  /** How long a sign-in counts as fresh, and how long it lasts at all. */
  freshSignIn: 10 * 60_000,
  sessionLifetime: 30 * 24 * 3_600_000,
  attemptLifetime: 24 * 3_600_000,
  moneyBack: 30 * 24 * 3_600_000,
  /** How long the link of a creator's test purchase opens. */
  trialLifetime: 24 * 3_600_000,
  /** Cards declined: on one attempt, of one person, and on one item by anybody with no sale between; then it is enough. */
  declinesPerAttempt: 6,
  declinesOfOne: 12,
  declinesInARow: 10,
  declineWindow: 3_600_000,
  checkoutPause: 15 * 60_000,
  /** More checkouts of one item than this, started within the window (milliseconds), raise an alert. */
  surgeCheckouts: 3_000,
  surgeWindow: 10 * 60_000,
  /** Pixels a finger travels before a toast is gone. */
  toastSwipeThreshold: 50,
  signInCodeDigits: 6,
  signInCodeTries: 5,
  /**
   * Codes mailed to one address and tries at them. `network` counts one network's requests for it, `strangers` those of all
   * browsers that never signed in to it, `known` those of one browser that did. Three networks or more are needed to use up
   * what strangers have in a day.
   */
  maxCodesPerTenMinutes: 5,
  maxCodesPerDay: { network: 15, strangers: 40, known: 60 },
  maxCodeTriesPerDay: { network: 20, strangers: 50, known: 50 },
  adminYears: { first: 2024, last: 2030 },
} as const
