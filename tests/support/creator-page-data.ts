export const mara = {
  id: 1,
  email: 'mara@example.com',
  firstName: 'Mara',
  plan: 'creator',
  isAdmin: false,
  role: null,
  payoutEnabled: false,
}
const item = {
  id: 7,
  tipAddress: '/@mara/dusk',
  kind: 'file',
  status: 'published',
  title: 'Dusk',
  description: '',
  pricingModel: 'fixed',
  price: 10,
  minimumPrice: null,
  category: 'photography',
  accessType: 'download',
  currency: 'USD',
  fileName: 'dusk.zip',
  fileSize: 1024,
  partCounts: { file: 1, link: 0, text: 0 },
  itemCount: null,
  totalSize: 1024,
  previewImage: null,
  previewFocus: { x: 50, y: 50 },
  pond: { seed: 4, rings: 4 },
  createdAt: '2026-03-01T12:00:00.000Z',
  tipCount: 3,
  unlockCount: 3,
  freeCount: 0,
  views: 12,
  totalEarnings: 24,
}
const nextPayout = { minPayoutAmount: '25.00', nextPayoutAt: null }
export const emptyStats = {
  availableBalance: 0,
  contentCount: 0,
  totalTips: 0,
  totalEarnings: 0,
  currency: 'USD',
  ...nextPayout,
}
export const sellingStats = {
  ...emptyStats,
  availableBalance: 24,
  contentCount: 1,
  totalTips: 3,
  totalEarnings: 24,
}
export const contentPage = {
  items: [item],
  next: null,
  total: 1,
  matchingCount: 1,
  recentEarnings: [],
  bundleShares: [],
  categories: ['photography'],
}
export const emptyPage = {
  items: [],
  recentEarnings: [],
  bundleShares: [],
  next: null,
  total: 0,
  matchingCount: 0,
  categories: [],
}

export type Session = { viewer?: object; stats?: object; page?: object; instance?: object }

/** What the API answers while a page is rendered, by path. */
export function apiAnswers({ viewer, stats, page, instance: changes }: Session): Record<string, unknown> {
  const instance = {
    mode: 'test',
    provider: 'sandbox',
    hasDevMailbox: false,
    currency: 'USD',
    feeBasisPoints: 2000,
    refundPolicy: 'review',
    minPriceAmount: '0.01',
    minPayoutAmount: '25.00',
    payoutDay: 0,
    proPrice: '99.00',
    maxUploadBytes: 5 * 1024 ** 3,
    publicUrl: 'https://tipdrop.example',
    siteName: 'Tipdrop',
    locale: 'en-US',
    accentColor: null,
    logoUrl: null,
    imprintName: 'Legal notice',
    signUp: 'open',
    categories: [],
    canPreviewPdf: true,
    ...changes,
  }
  return {
    '/api/instance': instance,
    '/api/auth/user': viewer,
    '/api/analytics/stats': stats,
    '/api/earnings/stats': stats && { ...stats, pendingPayouts: 0 },
    '/api/content/page': page,
    '/api/refund-requests': {
      pendingCount: 0,
      pendingAmount: '0.00',
      currency: 'USD',
      oldestPendingId: null,
    },
  }
}
