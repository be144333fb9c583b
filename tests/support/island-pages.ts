import type { PublicContent } from '../../contract/content.ts'
import type { CreatorPage } from '../../contract/creators.ts'
import { toOrderNumber } from '../../contract/order-number.ts'
import type { ContentPart } from '../../contract/parts.ts'
import type { OwnedPurchase, PurchaseAccess } from '../../contract/purchases.ts'
import { firstBoughtFields, firstPartFields } from '../../domain/parts.ts'

export const item: PublicContent = {
  tipAddress: '/p/12',
  id: 12,
  kind: 'file',
  title: 'Dusk </script>',
  description: 'Six presets',
  pricingModel: 'pay_what_you_want',
  category: 'other',
  accessType: 'download',
  currency: 'USD',
  fileName: 'dusk.zip',
  fileSize: 2_000_000,
  previewImage: null,
  previewFocus: { x: 50, y: 50 },
  pond: { seed: 4, rings: 5 },
  createdAt: '2026-03-01T12:00:00.000Z',
  tipCount: 12,
  parts: [
    {
      kind: 'file',
      name: 'dusk.zip',
      section: '',
      access: 'download',
      size: 2_000_000,
      seconds: null,
      isPreviewed: false,
    },
  ],
  partCounts: { file: 1, link: 0, text: 0 },
  itemCount: null,
  bundle: null,
  hasOwnerPrice: false,
  totalSize: 2_000_000,
  price: '2.00',
  minimumPrice: '2.00',
  minimumChargeAmount: '2.00',
  brand: null,
  totalEarnings: '90.00',
  suggestedAmounts: ['3.00', '5.00', '10.00'],
  suggestedAmount: null,
  freeCount: null,
  asksForEmail: false,
  isFreePaused: false,
  isUnavailable: false,
  typicalAmount: null,
  isPaidByMost: false,
  copies: null,
  release: null,
  supporters: null,
  whatsInside: [],
  teaser: null,
  shareImageUrl: '/p/12/card.png?v=1',
  user: { firstName: 'Mara', email: null, handle: null, photoUrl: null, bio: '' },
}
export const instance = {
  siteName: 'Tipdrop',
  locale: 'en-US',
  accentColor: null,
  logoUrl: null,
  imprintName: 'Legal notice',
  signUp: 'open',
  categories: [],
  mode: 'test',
  provider: 'sandbox',
  hasDevMailbox: true,
  currency: 'USD',
  feeBasisPoints: 2000,
  refundPolicy: 'review',
  minPriceAmount: '0.01',
  minPayoutAmount: '25.00',
  payoutDay: 0,
  proPrice: '99.00',
  maxUploadBytes: 5 * 1024 ** 3,
  publicUrl: 'https://tipdrop.example',
  canPreviewPdf: true,
}
const creator: CreatorPage = {
  handle: 'mara',
  name: 'Mara',
  photoUrl: null,
  bio: 'Field recordings',
  links: [],
  joinedAt: '2026-03-02T12:00:00.000Z',
  itemCount: 1,
  items: [
    {
      ...item,
      isSoldOut: false,
      sample: {
        kind: 'audio',
        url: '/api/content/12/teaser/1',
        seconds: 30,
        startSeconds: 0,
        recordingSeconds: 252,
        peaks: null,
      },
    },
  ],
  shareImageUrl: '/@mara/card.png?v=1',
  brand: null,
}
const purchase: OwnedPurchase = {
  accessUrl: 'https://tipdrop.example/access/token',
  downloadUrl: 'https://tipdrop.example/access/token/file?as=attachment',
  ticketNumber: 17,
  amount: '5.00',
  currency: 'USD',
  paidAt: '2026-03-02T12:00:00.000Z',
  comesOn: null,
  refundableUntil: '2026-04-01T12:00:00.000Z',
}
export const nothingOwned = { '/api/content/12/owned': { purchase: null } }

export const token = 'a'.repeat(43)

const common = { id: 1, position: 1, section: '' }
const filePart: Extract<ContentPart, { kind: 'file' }> = {
  kind: 'file',
  ...common,
  name: 'dusk.zip',
  access: 'download',
  size: 2_000_000,
  type: null,
  sha256: 'f'.repeat(64),
  url: null,
  seconds: null,
  missingSince: null,
}

/** The purchase of an access page. */
export function access(part: ContentPart, ...others: Array<ContentPart>): PurchaseAccess {
  const shown = { kind: part.kind, name: part.name, section: '', access: part.access }
  return {
    content: {
      ...item,
      ...firstPartFields([{ ...shown, size: 'size' in part ? part.size : null }]),
      parts: [part, ...others],
      ...firstBoughtFields([part]),
    },
    bundle: null,
    licenses: [],
    archive: others.length > 0 ? { fileCount: 13, size: 3_400_000_000, isTooLarge: false } : null,
    messages: [],
    isWithheld: false,
    canWriteToCreator: true,
    wait: null,
    isPayingBrowser: true,
    purchase: {
      id: toOrderNumber('77'),
      amount: '5.00',
      listAmount: '5.00',
      discountAmount: '0.00',
      tipAmount: '0.00',
      currency: 'USD',
      card: 'Visa ••4242',
      state: 'paid',
      paidAt: '2026-03-02T12:00:00.000Z',
      email: 'fan@example.com',
      canCorrectEmail: true,
      paymentIntentId: 'pi_1',
      refundStatus: 'available',
      hasWithdrawalRight: false,
      refundableUntil: null,
      isTest: false,
    },
    accessUrl: `https://tipdrop.example/access/${token}`,
    waveforms: [],
    ticket: { number: 17, name: 'Sam O.', pictureUrl: '/tickets/a/ticket.png' },
    set: null,
    versions: [{ number: '', notes: 'A second take.', createdAt: '2026-03-03T12:00:00.000Z' }],
    thankYouNote: 'Thanks',
    moreFromCreator: [],
  }
}

type Named = Pick<ContentPart, 'id' | 'name'> & { section?: string }

/** A recording that the page plays. */
export function track(part: Named): ContentPart {
  return { ...filePart, access: 'stream', type: 'audio/wav', url: '/files/1/1/a', ...part }
}

/** An image that the page shows. */
export function picture(part: Named): ContentPart {
  return { ...filePart, access: 'view', type: 'image/jpeg', url: '/files/1/1/a', ...part }
}

/** One of each that a purchase may have. */
export const album: Array<ContentPart> = [
  track({ id: 1, name: 'Breakwater.wav', section: 'Out' }),
  track({ id: 2, name: 'Customs house.wav', section: 'Out' }),
  {
    ...filePart,
    id: 3,
    name: 'Booklet.pdf',
    section: 'Extras',
    access: 'view',
    type: 'application/pdf',
    url: '/files/1/3/a',
  },
  { ...filePart, id: 4, name: 'Stems.zip', section: 'Extras', url: '/files/1/4/a' },
  {
    ...common,
    id: 5,
    kind: 'link',
    name: 'The film',
    section: 'Extras',
    access: 'link',
    url: 'https://film.example/salt',
  },
  {
    ...common,
    id: 6,
    kind: 'text',
    name: 'Chords',
    section: 'Extras',
    access: 'view',
    text: 'Open G, capo 2.',
  },
]
const pictures = [7, 8, 9].map((id) => picture({ id, name: `Harbor ${id}.jpg` }))

const sample = {
  text: null,
  pictures: [],
  pages: [],
  audio: {
    url: '/api/content/12/teaser/1?v=1',
    seconds: 30,
    recordingSeconds: 252,
    startSeconds: 0,
    peaks: 'f'.repeat(160),
  },
  video: null,
}

export type Answers = Record<string, unknown>

const release = {
  at: '2026-12-04T17:00:00.000Z',
  day: 'Friday, Dec 4',
  shortDay: 'Dec 4',
  full: 'Friday, Dec 4, 6 PM in Rome',
  refundDay: 'Dec 18',
  countdown: { days: 8, hours: 2, minutes: 14 },
}

/** Each state of a page with islands. */
export const pages: Array<[state: string, url: string, answers: Answers]> = [
  ['a pay-what-you-want item', '/p/12', { '/api/content/12': item, ...nothingOwned }],
  ['a fixed price', '/p/12', { '/api/content/12': { ...item, pricingModel: 'fixed' }, ...nothingOwned }],
  [
    'a rejected amount',
    '/p/12?amount=1&problem=amount&supporterName=Ana',
    { '/api/content/12': item, ...nothingOwned },
  ],
  ['an item with a sample', '/p/12', { '/api/content/12': { ...item, teaser: sample }, ...nothingOwned }],
  ['an owned item', '/p/12', { '/api/content/12': item, '/api/content/12/owned': { purchase } }],
  ['a test purchase', '/p/12?try', { '/api/content/12/test-purchase': item }],
  ['the landing page', '/', {}],
  ['the lost-link form', '/lost-link?problem=invalid_input&email=fan%40gmail.com', {}],
  ['a purchased file', `/access/${token}`, { [`/api/access/${token}`]: access(filePart) }],
  [
    'a purchased song',
    `/access/${token}`,
    {
      [`/api/access/${token}`]: access({
        ...filePart,
        access: 'stream',
        type: 'audio/mpeg',
        url: '/files/1/1/a',
      }),
    },
  ],
  [
    'a purchased text',
    `/access/${token}`,
    {
      [`/api/access/${token}`]: access({ kind: 'text', ...common, name: '', access: 'view', text: 'Wait.' }),
    },
  ],
  [
    'a purchased album',
    `/access/${token}`,
    { [`/api/access/${token}`]: access(track({ id: 10, name: 'Intro.wav' }), ...album, ...pictures) },
  ],
  [
    'a purchase before its release',
    `/access/${token}`,
    { [`/api/access/${token}`]: { ...access(filePart), wait: { ...release, state: 'waiting' } } },
  ],
  [
    'an item before its release',
    '/p/12',
    { '/api/content/12': { ...item, pricingModel: 'fixed', release }, ...nothingOwned },
  ],
  ['a checkout', '/checkout/12', { '/api/content/12': item }],
  ['the pricing page', '/pricing', {}],
  ['a creator’s page', '/@mara', { '/api/creators/mara': creator }],
  ['a failed download', `/access/${token}/file`, {}],
]
