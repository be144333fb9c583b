/** Every business constant, once. Sources: spec.md section 9 and product.md. */
export const limits = {
  /** Basis points of the platform's share, by plan: 2000 is 20 %. */
  feeBasisPoints: { creator: 2000, pro: 0 },
  /** Cents. */
  proMonthlyPriceAmount: 9_900,
  minPayoutAmount: 2_500,
  minPriceAmount: 1,
  maxPriceAmount: 99_999_999,
  /** Bytes: 5 GiB, and 10 MiB for a preview picture. */
  maxUploadBytes: 5 * 1024 ** 3,
  maxPreviewBytes: 10 * 1024 ** 2,
  /** Pixels of an image before it is resized: of a photo or logo, and of a preview. */
  maxPhotoPixels: 25_000_000,
  maxPreviewPixels: 60_000_000,
  /** Photos and logos that one person may upload in an hour. */
  photosPerHour: 10,
  /** Uploads that one creator may have on their way, may begin in an hour, and milliseconds that an untouched one is kept. */
  maxOpenUploads: 50,
  maxUploadsPerHour: 300,
  uploadTtlMs: 7 * 24 * 3_600_000,
  /** Items a creator may publish or keep as drafts in an hour. */
  itemsPerHour: 1_000,
  /** What one creator may store, by plan; settings change them. Bytes of files and of uploads that no item has taken yet. */
  maxStoredBytes: { creator: 50 * 1024 ** 3, pro: 1024 ** 4 },
  /** Bytes of uploads that no item has taken yet, alone. */
  maxOpenUploadBytes: { creator: 20 * 1024 ** 3, pro: 100 * 1024 ** 3 },
  maxItems: { creator: 2_000, pro: 50_000 },
  /** Files that go through one form of many. */
  maxBulkItems: 50,
  /** Characters. */
  maxUploadIdLength: 64,
  maxTitleLength: 200,
  maxDescriptionLength: 5_000,
  maxTextContentLength: 100_000,
  maxLinkUrlLength: 2_048,
  maxFileNameLength: 255,
  maxEmailLength: 254,
  maxDisplayNameLength: 80,
  handleLength: { min: 3, max: 30 },
  maxPasskeyNameLength: 60,
  /** Passkeys a person may have. */
  maxPasskeysPerUser: 20,
  maxSubjectLength: 200,
  maxMessageLength: 5_000,
  /** What a person writes to say why. */
  maxReasonLength: 1_000,
  maxPayoutReferenceLength: 100,
  maxPayoutNotesLength: 500,
  maxReportDetailsLength: 2_000,
  maxSupporterNameLength: 60,
  maxSupporterMessageLength: 280,
  maxUtmParametersLength: 300,
  /** Supporters named on a tip page. */
  maxSupportersShown: 20,
  maxSearchLength: 200,
  /** Test purchases a creator may make in an hour. */
  maxTestPurchasesPerHour: 60,
  /** Rows of one page of a list. */
  maxPageSize: 100,
  /** Milliseconds. */
  toastDurationMs: 5_000,
  toastRemoveDelayMs: 1_000_000,
  signInRedirectDelayMs: 500,
  tipUrlCleanupDelayMs: 2_000,
  tooltipDelayMs: 700,
  signedUrlTtlMs: 10 * 60_000,
  signInCodeTtlMs: 10 * 60_000,
  emailChangeTtlMs: 30 * 60_000,
  /** How long a sign-in counts as fresh, and how long it lasts at all. */
  recentSignInWindowMs: 10 * 60_000,
  sessionTtlMs: 30 * 24 * 3_600_000,
  checkoutTtlMs: 24 * 3_600_000,
  refundWindowMs: 30 * 24 * 3_600_000,
  /** How long the link of a creator's test purchase opens. */
  testPurchaseTtlMs: 24 * 3_600_000,
  /** Cards declined: on one attempt, of one person, and on one item by anybody with no sale between; then it is enough. */
  maxDeclinesPerCheckout: 6,
  maxDeclinesPerBuyer: 12,
  maxConsecutiveDeclinesPerItem: 10,
  declineWindowMs: 3_600_000,
  checkoutBlockMs: 15 * 60_000,
  /** More checkouts of one item than this, started within the window (milliseconds), raise an alert. */
  surgeCheckouts: 3_000,
  surgeWindow: 10 * 60_000,
  /** Pixels a finger travels before a toast is gone. */
  toastSwipeThresholdPx: 50,
  signInCodeLength: 6,
  maxSignInCodeAttempts: 5,
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
