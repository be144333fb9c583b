import { expect, test } from 'vitest'
import type { PublicContent } from '../../../contract/content.ts'
import { renderHtmlDocument } from '../ssr/html-document.ts'
import { tipPageMeta } from './buyer-routes.ts'

const item: PublicContent = {
  tipAddress: '/@mara/harbour-loops',
  id: 12,
  kind: 'text',
  title: 'Dusk </script><script>alert(1)',
  description: 'Six presets',
  pricingModel: 'pay_what_you_want',
  category: 'other',
  accessType: 'view',
  currency: 'USD',
  fileName: null,
  fileSize: null,
  previewImage: null,
  previewFocus: { x: 50, y: 50 },
  pond: { seed: 4, rings: 5 },
  createdAt: '2026-03-01T12:00:00.000Z',
  tipCount: 0,
  parts: [
    { kind: 'text', name: '', section: '', access: 'view', size: null, seconds: null, isPreviewed: false },
  ],
  partCounts: { file: 0, link: 0, text: 1 },
  itemCount: null,
  bundle: null,
  hasOwnerPrice: false,
  totalSize: 0,
  price: '2.00',
  minimumPrice: '2.00',
  minimumChargeAmount: '2.00',
  brand: null,
  whatsInside: [],
  teaser: null,
  totalEarnings: '0.00',
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
  shareImageUrl: '/p/12/card.png?v=1',
  user: { firstName: 'Mara', email: null, handle: null, photoUrl: null, bio: '' },
}
const publicUrl = 'https://tipdrop.example'
const assets = { styles: [], scripts: [], preloads: [], inlineScripts: [] }
const { html } = renderHtmlDocument({
  head: tipPageMeta(item, publicUrl),
  url: '/tip/12?utm_source=x',
  publicUrl,
  body: '',
  isHydrated: true,
  assets,
  nonce: 'n',
})

test('a long description ends before an emoji that does not fit', () => {
  const description = `${'d'.repeat(158)}🎸${'d'.repeat(9)}`

  const { jsonLd } = tipPageMeta({ ...item, description }, publicUrl)

  expect(jsonLd).toMatchObject({ description: `${'d'.repeat(158)}…` })
})

test('both paths of an item have the same canonical URL', () => {
  expect(html).toContain('<link rel="canonical" href="https://tipdrop.example/@mara/harbour-loops">')
})

test('an item has a schema.org product with its offer, and its title cannot close the script', () => {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''

  expect(JSON.parse(json)).toMatchObject({
    '@type': 'Product',
    name: 'Dusk </script><script>alert(1)',
    offers: { price: '2.00', priceCurrency: 'USD', url: 'https://tipdrop.example/@mara/harbour-loops' },
  })
})

test('an item page has Open Graph tags with image, title and price', () => {
  expect(html).toContain('<meta property="og:image" content="https://tipdrop.example/p/12/card.png?v=1">')
  expect(html).toContain('<meta property="og:image:width" content="1200">')
  expect(html).toContain('type="application/json+oembed"')
})
