import { expect, test } from 'vitest'
import {
  apiAnswers,
  contentPage,
  emptyPage,
  emptyStats,
  mara,
  type Session,
  sellingStats,
} from '../tests/support/creator-page-data.ts'
import { createRenderer } from './entry-server.tsx'

const visitor = {}
const newCreator = { viewer: mara, stats: emptyStats, page: emptyPage }
const sellingCreator = { viewer: mara, stats: sellingStats, page: contentPage }

/** A page as first rendered: its text without tags, and its HTML. The filters of the list are loaded by the first rendering that has them. */
async function page(url: string, session: Session) {
  const responses = apiAnswers(session)
  const fetchApi = async (path: string) => {
    const body = responses[path.split('?')[0] ?? '']
    return body
      ? { status: 200, body }
      : { status: 401, body: { code: 'unauthorized', message: 'Unauthorized' } }
  }
  const render = () => createRenderer().render(url, fetchApi, { nonce: 'n0nce' })
  await render()
  await import('./features/selling/content/content-filter-panel.tsx')
  const { html, status } = await render()
  const body = /<body.*?<\/body>/s.exec(html.replace(/<script.*?<\/script>/gs, ''))?.[0] ?? ''
  const text = body
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .replace(/ ([.,!?)])/g, '$1')
  return { text, html, status }
}

/** The specified texts that a visitor or creator sees before any interaction. */
const pageTexts: Array<[url: string, who: string, session: Session, texts: Array<string>]> = [
  [
    '/',
    'a visitor',
    visitor,
    [
      ...['Pricing', 'Feedback', 'Sign In', 'Start Creating', 'Create Tip Link', 'Create Text Tip'],
      ...['Instant Tips', 'Set Your Price', 'Track Everything', '$1 to $1000+', 'Drop your file here!'],
      'Maximum file size is 5 GB',
    ],
  ],
  ['/dashboard', 'a visitor', visitor, ['Start Creating', 'Instant Tips']],
  [
    '/',
    'a new creator',
    newCreator,
    [
      ...['Welcome, Mara', 'Creator Dashboard', 'View Pricing', 'Upload New Content', 'Logout', 'Settings'],
      ...['Available Balance $0.00 Ready for payout', 'Content Pieces 0 Start creating content!'],
      ...['Total Tips 0 No tips yet', 'Total Earnings $0.00 No sales yet', 'Your Content'],
      ...['No content yet', 'Upload Content'],
    ],
  ],
  [
    '/dashboard',
    'a creator with sales',
    sellingCreator,
    [
      'Welcome back, Mara',
      ...['Available Balance $24.00 Ready for payout', 'Content Pieces 1 Total content created'],
      ...['Total Tips 3 Total tips to date', 'Total Earnings $24.00 Lifetime earnings'],
      ...['Filters', 'Showing 1 item', 'Dusk', 'Set Up Payouts to Receive Your Earnings'],
      'You have $24.00 ready for payout! Set up your payout method (PayPal, Wise, etc.)',
    ],
  ],
  [
    '/?q=harbour&category=music',
    'a creator whose search has no results',
    { ...sellingCreator, page: { ...contentPage, items: [], matchingCount: 0 } },
    [
      'Showing 0 of 1 items',
      'No matching content',
      'Clear filters',
      'Clear all filters',
      'Sort by',
      'Most tips',
    ],
  ],
  [
    '/pricing',
    'a visitor',
    visitor,
    [
      ...['Creator Plan', 'FREE', 'forever', '20% platform fee', 'Sign In', 'Get Started', 'Contact Support'],
      ...['Unlimited uploads', 'Any price', 'Pay-what-you-want', 'Analytics', 'Secure payments'],
      ...[
        'Multiple payout methods',
        'Email support',
        'Social sharing optimization',
        'Frequently asked questions',
      ],
      ...[
        '1-2 business days',
        'most arrive within 2-3 business days',
        'processing fee is $0.00',
        '30-day money-back',
      ],
    ],
  ],
  [
    '/feedback',
    'a visitor',
    visitor,
    [
      'Feedback',
      'Type',
      'Bug',
      'Feature',
      'Improvement',
      'General',
      'Subject',
      'Message',
      'Email',
      'Priority',
      'Low',
      'Medium',
      'High',
      'Urgent',
    ],
  ],
  ['/nowhere', 'a visitor', visitor, ['404 Page Not Found', 'Did you forget to add the page to the router?']],
]

test.each(pageTexts)('%s shows %s the texts of the specification', async (url, _who, session, texts) => {
  const { text } = await page(url, session)

  expect(texts.filter((expected) => !text.includes(expected))).toEqual([])
})

test('a creator without a name is greeted by email', async () => {
  const { text } = await page('/', { ...newCreator, viewer: { ...mara, firstName: null } })

  expect(text).toContain('Welcome, mara@example.com')
})

test.each([
  ['nothing to pay out', { ...sellingCreator, stats: { ...sellingStats, availableBalance: 0 } }],
  ['payouts set up', { ...sellingCreator, viewer: { ...mara, payoutEnabled: true } }],
])('with %s no banner asks to set up payouts', async (_, session) => {
  expect((await page('/', session)).text).not.toContain('Set Up Payouts')
})

test('only the admin sees the link to /admin', async () => {
  const admin = await page('/', { ...sellingCreator, viewer: { ...mara, isAdmin: true, role: 'admin' } })

  expect(admin.html).toContain('href="/admin"')
  expect((await page('/', sellingCreator)).html).not.toContain('href="/admin"')
})

test('the top bar has the links of the specification', async () => {
  const creator = await page('/', sellingCreator)
  const guest = await page('/', visitor)

  for (const href of [
    '/',
    '/pricing',
    '/feedback',
    '/settings',
    '/api/logout',
    '/upload',
    '/@mara/dusk',
    '/edit/7',
  ])
    expect(creator.html, href).toContain(`href="${href}"`)
  for (const href of ['/pricing', '/feedback', '/api/login'])
    expect(guest.html, href).toContain(`href="${href}"`)
})

test('the field for a link asks for a URL', async () => {
  const { html } = await page('/', visitor)

  expect(html).toMatch(/<input[^>]*type="url"[^>]*placeholder="https:\/\/your-link.com"/)
})

test('the feedback form starts with type general, priority medium and the known email', async () => {
  const { html } = await page('/feedback', { viewer: mara })

  expect(html).toMatch(/<option[^>]*value="general"[^>]*selected|<option[^>]*selected[^>]*value="general"/)
  expect(html).toMatch(/<option[^>]*value="medium"[^>]*selected|<option[^>]*selected[^>]*value="medium"/)
  expect(html).toContain('value="mara@example.com"')
})

test.each([
  ['EUR', '25.00', '€25'],
  ['JPY', '3000', '¥3,000'],
])('every page of a site in %s names its own minimum payout', async (currency, minPayoutAmount, shown) => {
  const terms = { currency, minPayoutAmount }
  const stats = { ...sellingStats, ...terms, availableBalance: 8 }
  const session = { viewer: mara, stats, page: contentPage, instance: terms }

  for (const url of ['/', '/pricing']) {
    const { text } = await page(url, session)
    expect(text, url).toContain(shown)
    expect(text, url).not.toMatch(/\$25/)
  }
})
