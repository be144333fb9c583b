import { screenLimits } from './screen-limits.ts'

/** Every business constant. Sources: spec.md section 9 and product.md. */
export const limits = {
  ...screenLimits,
  /** In minor units. */
  minPriceAmount: 1,
  maxPriceAmount: 99_999_999,
  /** In bytes: 5 GiB, and 10 MiB for a preview image. */
  maxUploadBytes: 5 * 1024 ** 3,
  maxPreviewBytes: 10 * 1024 ** 2,
  /** Maximum pixels of an image before resizing: of a photo or logo, and of a preview. */
  maxPhotoPixels: 25_000_000,
  maxPreviewPixels: 60_000_000,
  /** Bytes of a purchased picture of which a small one is made: 25 MiB. */
  maxThumbnailSourceBytes: 25 * 1024 ** 2,
  /** Photos and logos that a user may upload per hour. */
  maxPhotosPerHour: 10,
  /**
   * A creator's uploads that no item has yet, new uploads per hour, and milliseconds until an idle one expires. An item of
   * 100 files is uploaded before it is saved, beside what other forms have begun.
   */
  maxOpenUploads: 150,
  maxUploadsPerHour: 300,
  uploadTtlMs: 7 * 24 * 3_600_000,
  /** Items a creator may create per hour, including drafts. */
  maxItemsPerHour: 1_000,
  /** The storage quota of a creator by plan, in bytes of files and unfinished uploads; settings can change it. */
  maxStoredBytes: { creator: 50 * 1024 ** 3, pro: 1024 ** 4 },
  /** Bytes of unfinished uploads alone. */
  maxOpenUploadBytes: { creator: 20 * 1024 ** 3, pro: 100 * 1024 ** 3 },
  maxItems: { creator: 2_000, pro: 50_000 },
  /** Files in one bulk upload. */
  maxBulkItems: 50,
  /** In characters. */
  maxUploadIdLength: 64,
  maxTitleLength: 200,
  maxDescriptionLength: 5_000,
  /** Of all texts of an item together. */
  maxTextContentLength: 100_000,
  /** Files, links and texts of an item; with those that were removed and earlier buyers keep; and characters of those texts. */
  maxParts: 100,
  /** Items of a bundle; with those that were removed and earlier buyers keep. */
  bundleItems: { min: 2, max: 50 },
  maxKeptBundleItems: 150,
  maxKeptParts: 300,
  maxKeptTextLength: 500_000,
  /** What all items of a bundle hold together, and what earlier buyers keep of it: parts, and characters of texts. */
  maxBundleParts: 1_000,
  maxBundleTextLength: 1_000_000,
  /** Characters of a section's name, and of the form field with all parts. */
  maxSectionLength: 80,
  maxPartsFieldLength: 500_000,
  /** Paragraphs, headings, list entries, quotations and links of a text. Each is an element of its page. */
  maxArticleParts: 2_000,
  maxThankYouNoteLength: 500,
  /** Lines of the “What’s inside” list, and characters of all of them. */
  maxWhatsInsideLines: 12,
  maxWhatsInsideLength: 1_500,
  maxLinkUrlLength: 2_048,
  maxFileNameLength: 255,
  maxDisplayNameLength: 80,
  handleLength: { min: 3, max: 30 },
  /** Of an item's name in its address, as letters and as an address has them. */
  slugLength: { max: 60, maxEncoded: 180 },
  maxPasskeyNameLength: 60,
  /** Passkeys of a user. */
  maxPasskeysPerUser: 20,
  /** Browsers of an account that show notifications. */
  maxPushDevices: 10,
  /** API keys of a creator, and what a key may ask for in a minute. */
  maxApiKeys: 20,
  maxApiKeyNameLength: 60,
  maxApiCallsPerMinute: 120,
  /** Addresses that a creator has told of events. */
  maxWebhookEndpoints: 10,
  maxWebhookUrlLength: 500,
  /** How long the answer to an Idempotency-Key is kept. */
  idempotencyMs: 24 * 3_600_000,
  maxSubjectLength: 200,
  maxMessageLength: 5_000,
  maxMessagesPerDay: 20,
  /** Length of a reason that a person enters. */
  maxReasonLength: 1_000,
  /** How often the admin may remind a creator to add a payout method. */
  payoutReminderIntervalMs: 7 * 24 * 3_600_000,
  maxPayoutReferenceLength: 100,
  /** Characters of a name, a line of an address or a number of a payee. */
  maxPayeeFieldLength: 120,
  maxPayoutNotesLength: 500,
  /** Characters of a provider's result file: 5,000 rows with room to spare. */
  maxPayoutResultLength: 2_000_000,
  maxReportDetailsLength: 2_000,
  /** Supporters shown on a tip page. */
  maxSupportersShown: 20,
  /** Test purchases a creator may make per hour. */
  maxTestPurchasesPerHour: 60,
  maxTestPurchaseEmailsPerDay: 20,
  /** Sitemap requests from one network per hour. */
  maxSitemapsPerHour: 300,
  /** Items listed on a creator's page. */
  maxItemsOnCreatorPage: 120,
  maxTeaserWords: 500,
  maxTeaserSeconds: 30,
  maxTeaserPages: 3,
  maxTeaserPictures: 5,
  /** Preview images a creator may add per hour. */
  maxBundleCoversPerHour: 60,
  maxTeaserPicturesPerHour: 60,
  /** How often a creator may retry failed samples per hour. */
  maxTeaserRetriesPerHour: 30,
  /** Items of a code that applies to chosen ones, codes of a creator that are not in a list, and rows of a page. */
  maxDiscountItems: 100,
  maxDiscounts: 1_000,
  discountsPerPage: 20,
  maxTypedCodeLength: 100,
  maxBatchLabelLength: 80,
  /** Codes made per day in lists. */
  maxBatchCodesPerDay: 50_000,
  /** Unknown codes in a window, of one browser and of one network. */
  maxWrongCodes: 10,
  wrongCodeWindowMs: 10 * 60_000,
  /** How long a started payment holds one of something limited before somebody else may have it. */
  holdMs: 30 * 60_000,
  /** How far ahead a release day may be, from when on its countdown is shown, and after which its buyers are refunded if it is late. */
  maxReleaseDays: 180,
  countdownDays: 30,
  lateReleaseDays: 14,
  /** Copies of an item, and addresses that wait for more of them. */
  maxCopies: 100_000,
  maxCopyRequests: 10_000,
  maxBioLength: 500,
  maxProfileLinks: 5,
  /** Rows per page of a list. */
  maxPageSize: 100,
  /** The most rows of the lists without pages. The queries have the same limits. */
  maxListed: {
    /** Transactions at the card provider that no sale belongs to, of a month. */
    balanceTransactions: 100,
    contentVersions: 50,
    sessions: 100,
    moreItems: 3,
    bundleChoices: 20,
    setCovers: 3,
    bundleShares: 100,
    /** Devices of a key, the last used first. */
    devices: 50,
    /** Each has its whole text. */
    pendingReviews: 10,
    reportedItems: 50,
    reports: 500,
    refundRequests: 50,
    emailsOfPurchase: 100,
    messagesOfPurchase: 100,
    emailCorrectionsOfPurchase: 20,
    entriesOfPurchase: 500,
    payoutHistory: 200,
    payoutPreview: 100,
    payoutBatches: 200,
    statementLines: 500,
    invoices: 240,
    creatorPayouts: 1_000,
    failedJobs: 50,
    creatorInvitations: 200,
    legalPageVersions: 50,
    analyticsDays: 366,
    analyticsItems: 100,
    analyticsSources: 50,
    earningsEvents: 50,
    inbox: 50,
    inboxFacts: 20,
    creatorDocuments: 200,
    webhookTries: 50,
  },
  /** Characters of an item's description in a creator's list. */
  maxListedDescriptionLength: 300,
  /** Characters of a legal page. */
  maxLegalPageLength: 60_000,
  /** Characters of a legal page with its placeholders filled in. */
  maxFilledLegalPageLength: 200_000,
  /** Quotations and lists in one another on a legal page, and characters with a meaning in a paragraph. */
  maxMarkdownDepth: 10,
  maxMarkdownSigns: 500,
  /** Categories of items on a site. */
  maxCategories: 40,
  signedUrlTtlMs: 10 * 60_000,
  /** How long after signing a download can be resumed. */
  resumableUrlTtlMs: 24 * 3_600_000,
  signInCodeTtlMs: 10 * 60_000,
  emailChangeTtlMs: 30 * 60_000,
  /** How long a sign-in counts as recent, and how long a session lasts. */
  recentSignInWindowMs: 10 * 60_000,
  sessionTtlMs: 30 * 24 * 3_600_000,
  checkoutTtlMs: 24 * 3_600_000,
  refundWindowMs: 30 * 24 * 3_600_000,
  /** The time in which a buyer can put a company on a receipt. */
  companyDetailsWindowMs: 30 * 24 * 3_600_000,
  /** The time a creator has to answer a refund request. */
  refundAnswerWindowMs: 72 * 3_600_000,
  /** Links of test purchases that work at once for an item; a new one ends the oldest. */
  maxTestLinksPerItem: 5,
  /** How long the link of a creator's test purchase works. */
  testPurchaseTtlMs: 24 * 3_600_000,
  /** Declined cards on one checkout, by one buyer, and on one item without a sale in between. */
  maxDeclinesPerCheckout: 6,
  maxDeclinesPerBuyer: 12,
  maxConsecutiveDeclinesPerItem: 10,
  declineWindowMs: 3_600_000,
  checkoutBlockMs: 15 * 60_000,
  /** Checkouts of one item within the window; more of them raise an alert. */
  maxCheckoutsPerSurgeWindow: 3_000,
  /** Emails about single sales that a creator gets on one UTC day. */
  maxSaleEmailsPerDay: 100,
  /** Of one item, and of one network: how many get something free. */
  maxFreePerMinute: 300,
  maxFreePerNetworkHour: 20,
  /** From so many an hour on, and so many times as many as its page has visitors, a free item pauses for a while. */
  minFreeSurge: 500,
  freeSurgeViewRatio: 5,
  freePauseMs: 15 * 60_000,
  /** How long the link to a free item works until it is opened. */
  freeLinkTtlMs: 24 * 3_600_000,
  surgeWindowMs: 10 * 60_000,
  /** License keys: what they begin with, on how many devices, for how many days, and what an app calls a device. */
  maxLicensePrefixLength: 8,
  maxActivations: 1_000,
  maxLicenseDays: 3_650,
  maxFingerprintLength: 255,
  maxDeviceLabelLength: 100,
  maxLicenseKeyLength: 300,
  /** A creator's own list of keys: its lines in one call, the length of a key, and how many an item has. */
  maxPoolLines: 10_000,
  maxPoolKeyLength: 250,
  maxPoolKeys: 100_000,
  maxPoolLinesNamed: 5,
  /** So many keys left are few, and how long a buyer waits for one who paid when there was none. */
  fewKeys: 10,
  licenseWaitMs: 72 * 3_600_000,
  /** Devices of one key that are released within the window. */
  maxDeviceReleases: 10,
  deviceReleaseWindowMs: 30 * 24 * 3_600_000,
  /** How often a buyer gets a new key. */
  newKeyWindowMs: 24 * 3_600_000,
  /** Calls about keys, and wrong keys, from one network. */
  maxLicenseCallsPerMinute: 60,
  maxWrongKeys: 20,
  wrongKeyWindowMs: 10 * 60_000,
  signInCodeLength: 6,
  maxSignInCodeAttempts: 5,
  /**
   * Limits of sign-in codes and attempts for one email address. `network` limits the requests from one network.
   * `strangers` limits all browsers together that have never signed in to the account. `known` limits one browser that
   * has. An attacker needs at least three networks to reach the daily limit of `strangers`.
   */
  maxCodesPerTenMinutes: 5,
  maxCodesPerDay: { network: 15, strangers: 40, known: 60 },
  maxCodeAttemptsPerDay: { network: 20, strangers: 50, known: 50 },
  adminYears: { first: 2024, last: 2030 },
} as const
