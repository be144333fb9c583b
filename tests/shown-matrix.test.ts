import { expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import { isLongRun } from './support/long-run.ts'
import {
  type BundleScene,
  type BundleState,
  bundleStates,
  shownBundleScenes,
} from './support/shown-bundle-scenes.ts'
import {
  type Ask,
  bought,
  get,
  type Scene,
  type State,
  shownScenes,
  startTestPurchase,
  states,
  withoutRow,
} from './support/shown-scene.ts'
import { sharedTestApp, type Visitor } from './support/test-app.ts'

/** Who asks. `anyone` also stands for whoever has the link or the signed address that a route is given. */
const people = ['anyone', 'buyer', 'creator', 'other', 'admin'] as const
type Person = (typeof people)[number]
const everyone = people.join(' ')

/** The states in which a purchase gives access. */
function givesAccess(whom: string) {
  return {
    onSale: whom,
    unpublished: whom,
    takenDown: whom,
    deleted: whom,
    suspended: whom,
    accountDeleted: whom,
  }
}

const testable = {
  onSale: everyone,
  draft: everyone,
  unpublished: everyone,
  refunded: everyone,
  disputed: everyone,
  inReview: 'creator',
}

/** Who is shown what, by the state of the item and its creator. What is not listed is shown to nobody. */
const expected = {
  /** Images and samples of an item. */
  image: {
    onSale: everyone,
    waiting: everyone,
    refunded: everyone,
    disputed: everyone,
    draft: 'creator',
    unpublished: 'creator',
    rejected: 'creator',
    inReview: 'creator admin',
  },
  /** What the tip page and those who link to it show. */
  page: { onSale: everyone, waiting: everyone, refunded: everyone, disputed: everyone },
  /** The picture of a ticket, by its own address: as long as the item is on sale and its buyer has it. */
  ticket: { onSale: everyone, waiting: everyone },
  /** A creator's own page and images, whatever the state of one item. */
  person: {
    onSale: everyone,
    waiting: everyone,
    draft: everyone,
    unpublished: everyone,
    inReview: everyone,
    rejected: everyone,
    takenDown: everyone,
    withdrawn: everyone,
    deleted: everyone,
    refunded: everyone,
    disputed: everyone,
  },
  /** What was bought, by its access link or a signed address: whoever has it, while the purchase gives access. Before its release nobody. */
  purchase: givesAccess(everyone),
  /** The page of a purchase, which says before the release when that is. */
  purchasePage: { ...givesAccess(everyone), waiting: everyone },
  /** The same by the buyer's cookie. */
  ownPurchase: givesAccess('buyer'),
  ownPurchasePage: { ...givesAccess('buyer'), waiting: 'buyer' },
  /** The day for a calendar. */
  calendar: { waiting: everyone },
  /** Receipts are kept by law, and hold nothing of the item but its title. */
  receipt: {
    onSale: everyone,
    waiting: everyone,
    unpublished: everyone,
    takenDown: everyone,
    withdrawn: everyone,
    deleted: everyone,
    suspended: everyone,
    accountDeleted: everyone,
    refunded: everyone,
    disputed: everyone,
  },
  /** What a test purchase gives, by its link or signed address: what a buyer would get now. */
  test: testable,
  testPage: { ...testable, waiting: everyone },
  newTest: {
    onSale: 'creator',
    waiting: 'creator',
    draft: 'creator',
    unpublished: 'creator',
    refunded: 'creator',
    disputed: 'creator',
    inReview: 'creator',
  },
  review: { inReview: 'admin' },
} satisfies Record<string, Partial<Record<State, string>>>

type Row = {
  route: string
  kind: keyof typeof expected
  /** The request; undefined where there is nothing to ask for, such as a purchase of an item that was never sold. */
  ask: Ask
  /** Whether the answer shows it; by default any that is no error. */
  shows?: (answer: Awaited<ReturnType<Visitor['send']>>, scene: Scene) => boolean
}

const oembedOf = (path: string) => `/oembed?url=${encodeURIComponent(`http://localhost:3000${path}`)}`

const rows: Array<Row> = [
  { route: 'getPreviewImage', kind: 'image', ask: get(({ preview }) => preview) },
  { route: 'getTeaserPart', kind: 'image', ask: get(({ teaser }) => teaser) },

  { route: 'getContent', kind: 'page', ask: get(({ id }) => `/api/content/${id}`) },
  {
    route: 'getContent',
    kind: 'page',
    ask: get(({ handle, slug }) => `/@${handle}/${slug}`),
    shows: ({ payload }, { id }) => payload === `/p/${id}`,
  },
  { route: 'getOembed', kind: 'page', ask: get(({ handle, slug }) => oembedOf(`/@${handle}/${slug}`)) },
  {
    route: 'getDiscountOffer',
    kind: 'page',
    ask: get(({ id }) => `/api/content/${id}/discount?code=SPRING`),
  },
  {
    route: 'getCompletion',
    kind: 'page',
    ask: get(({ id }) => `/api/content/${id}/completion`),
  },
  { route: 'getShareCard', kind: 'page', ask: get(({ id }) => `/p/${id}/card.png`) },
  { route: 'getPondPicture', kind: 'page', ask: get(({ id }) => `/p/${id}/pond.jpg`) },
  { route: 'getQrCode', kind: 'page', ask: get(({ id }) => `/p/${id}/qr.svg`) },
  { route: 'getOembed', kind: 'page', ask: get(({ id }) => oembedOf(`/p/${id}`)) },
  { route: 'listMoreFromCreator', kind: 'page', ask: get(({ id }) => `/api/content/${id}/more`) },
  {
    route: 'getReportableContent',
    kind: 'page',
    ask: get(({ id }) => `/api/content/${id}/report`),
    shows: ({ statusCode, payload }) => statusCode === 200 && JSON.parse(payload).title !== null,
  },
  {
    route: 'getCreator',
    kind: 'page',
    ask: get(({ handle }) => `/api/creators/${handle}`),
    shows: ({ payload }, { id }) => payload.includes(`"id":${id},`),
  },
  {
    route: 'getSitemap',
    kind: 'page',
    ask: get(() => '/sitemap.xml'),
    shows: ({ payload }, { handle, slug }) => payload.includes(`/@${handle}/${slug}<`),
  },
  {
    route: 'getItemSitemap',
    kind: 'page',
    ask: get(() => '/sitemap/items.xml'),
    shows: ({ payload }, { handle, slug }) => payload.includes(`/@${handle}/${slug}<`),
  },

  { route: 'getCreator', kind: 'person', ask: get(({ handle }) => `/api/creators/${handle}`) },
  { route: 'getCreatorShareCard', kind: 'person', ask: get(({ handle }) => `/@${handle}/card.png`) },
  { route: 'getPhoto', kind: 'person', ask: get(({ photo }) => photo) },
  { route: 'getLogo', kind: 'person', ask: get(({ logo }) => logo) },

  { route: 'getAccess', kind: 'purchasePage', ask: bought(({ token }) => `/api/access/${token}`) },
  { route: 'redirectToFile', kind: 'purchase', ask: bought(({ token }) => `/access/${token}/file`) },
  {
    route: 'getPurchasedImage',
    kind: 'purchasePage',
    ask: bought(({ token }) => `/access/${token}/preview-image`),
  },
  {
    route: 'getThumbnail',
    kind: 'purchase',
    ask: bought(({ token }, { secondPart }) => `/access/${token}/thumbnail?part=${secondPart}`),
    shows: isKnownPart,
  },
  { route: 'getFile', kind: 'purchase', ask: bought(({ fileUrl }) => fileUrl) },
  {
    route: 'redirectToFile',
    kind: 'purchase',
    ask: bought(({ token }, { secondPart }) => `/access/${token}/file?part=${secondPart}`),
  },
  { route: 'getFile', kind: 'purchase', ask: bought(({ secondFileUrl }) => secondFileUrl) },
  {
    route: 'verifyPurchase',
    kind: 'ownPurchasePage',
    ask: bought(
      ({ paymentIntentId }, { id }) =>
        `/api/purchase/verify?payment_intent=${paymentIntentId}&content_id=${id}`,
    ),
  },
  {
    route: 'downloadContent',
    kind: 'ownPurchase',
    ask: ({ id }, who) => who.send('POST', `/api/content/${id}/download`, { payload: {} }),
  },
  {
    route: 'getReleaseCalendar',
    kind: 'calendar',
    ask: bought(({ token }) => `/access/${token}/calendar.ics`),
  },
  {
    route: 'redirectToFile',
    kind: 'purchase',
    ask: bought(({ token }) => `/access/${token}/file?part=all`),
  },
  { route: 'getTicketPicture', kind: 'ticket', ask: bought(({ ticket }) => ticket) },
  { route: 'getReceipt', kind: 'receipt', ask: bought(({ token }) => `/api/access/${token}/receipt`) },
  { route: 'getReceiptPdf', kind: 'receipt', ask: bought(({ token }) => `/access/${token}/receipt.pdf`) },

  { route: 'getAccess', kind: 'testPage', ask: get(({ test }) => `/api/access/${test.token}`) },
  { route: 'redirectToFile', kind: 'test', ask: get(({ test }) => `/access/${test.token}/file`) },
  {
    route: 'getPurchasedImage',
    kind: 'testPage',
    ask: get(({ test }) => `/access/${test.token}/preview-image`),
  },
  {
    route: 'getThumbnail',
    kind: 'test',
    ask: get(({ test, secondPart }) => `/access/${test.token}/thumbnail?part=${secondPart}`),
    shows: isKnownPart,
  },
  { route: 'getTestPurchaseFile', kind: 'test', ask: get(({ test }) => test.fileUrl) },
  {
    route: 'redirectToFile',
    kind: 'test',
    ask: get(({ test, secondPart }) => `/access/${test.token}/file?part=${secondPart}`),
  },
  { route: 'getTestPurchaseFile', kind: 'test', ask: get(({ test }) => test.secondFileUrl) },
  { route: 'getReceipt', kind: 'testPage', ask: get(({ test }) => `/api/access/${test.token}/receipt`) },
  { route: 'getReceiptPdf', kind: 'testPage', ask: get(({ test }) => `/access/${test.token}/receipt.pdf`) },
  {
    route: 'getTestPurchasePreview',
    kind: 'newTest',
    ask: get(({ id }) => `/api/content/${id}/test-purchase`),
  },
  {
    route: 'createTestPurchaseForm',
    kind: 'newTest',
    ask: ({ id }, who) => startTestPurchase(who, id),
    shows: ({ headers }) => String(headers.location).startsWith('/access/'),
  },

  { route: 'getReviewedFile', kind: 'review', ask: get(({ id }) => `/api/admin/reviews/${id}/file`) },
  {
    route: 'getReviewedFile',
    kind: 'review',
    ask: get(({ id, secondPart }) => `/api/admin/reviews/${id}/file?part=${secondPart}`),
  },
]

/** The files here are no pictures, and only who may open one is told so. */
function isKnownPart({ payload }: { payload: string }): boolean {
  return payload.includes('This part isn’t an image')
}

const instance = sharedTestApp()
let opened: ReturnType<typeof openScenes> | undefined
async function openScenes() {
  const w = await instance()
  // Before the first publications are reviewed.
  const bundleScenes = await shownBundleScenes(w)
  return { ...(await shownScenes(w)), bundleScenes, anyone: w.visitor() }
}
const open = () => {
  opened ??= openScenes()
  return opened
}

test('every route that can show an item or a creator has a row', () => {
  const routes = Object.entries(api).filter(
    ([, { transport, auth, path }]) =>
      (transport === 'file' || transport === 'redirect' || auth === 'public' || auth === 'buyer') &&
      !path.includes('/sandbox'),
  )
  const listed = new Set([
    ...rows.map(({ route }) => route),
    ...Object.values(withoutRow).join(' ').split(' '),
  ])

  expect(routes.map(([name]) => name).filter((name) => !listed.has(name))).toEqual([])
  expect([...listed].filter((name) => !(name in api))).toEqual([])
})

/** What is drawn for each who may see it takes most of the time, so the long run has it. */
const asked = rows.filter(({ route }) => isLongRun || !/Pdf$|ShareCard$/.test(route))

test.each(asked.map((row) => [row.route, row.kind, row] as const))(
  '%s: %s is shown to those who may see it now, and to nobody else',
  { tags: ['scaled'] },
  async (_, kind, { ask, shows = ({ statusCode }) => statusCode < 400 }) => {
    const { scenes, admin, other, anyone } = await open()
    const actual: Partial<Record<State, string>> = {}
    const wanted: Partial<Record<State, string>> = {}

    for (const state of states) {
      const scene = scenes[state]
      const clients: Record<Person, Visitor> = { ...scene, anyone, other, admin }
      const shown: Array<Person> = []
      for (const person of people) {
        const answer = await ask(scene, clients[person])
        if (answer && shows(answer, scene)) shown.push(person)
      }
      actual[state] = shown.join(' ')
      wanted[state] = (expected[kind] as Partial<Record<State, string>>)[state] ?? ''
    }

    expect(actual).toEqual(wanted)
  },
)

/** Whether an item is shown by a purchase of its bundle: to whoever has its link, and to nobody else. */
const shownInBundle: Record<BundleState, boolean> = {
  onSale: true,
  unpublished: true,
  takenDown: false,
  withdrawn: false,
  deleted: true,
  removedBefore: false,
  removedAfter: true,
  addedAfter: true,
  shareRefunded: false,
  refunded: false,
  disputed: false,
}

type BundleRow = {
  ask: (scene: BundleScene, who: Visitor) => ReturnType<Visitor['send']> | undefined
  shows?: (answer: { statusCode: number; payload: string }) => boolean
}

const bundleRows: Record<'getAccess' | 'redirectToFile' | 'getFile', BundleRow> = {
  getAccess: {
    ask: ({ token }, who) => who.send('GET', `/api/access/${token}`),
    shows: ({ payload }) => payload.includes('"section":"Second"'),
  },
  redirectToFile: {
    ask: ({ token, partId }, who) => who.send('GET', `/access/${token}/file?part=${partId}`),
  },
  getFile: { ask: ({ fileUrl }, who) => (fileUrl === '' ? undefined : who.send('GET', fileUrl)) },
}

test.each(Object.entries(bundleRows))(
  '%s shows an item of a purchased bundle only while it is in it',
  async (_, { ask, shows }) => {
    const { bundleScenes, anyone } = await open()
    const actual: Partial<Record<BundleState, boolean>> = {}

    for (const state of bundleStates) {
      const scene = bundleScenes[state]
      const answers = await Promise.all([ask(scene, scene.buyer), ask(scene, anyone)])
      const shown = answers.map((answer) => answer && (shows ? shows(answer) : answer.statusCode < 400))
      expect(new Set(shown).size).toBe(1)
      actual[state] = shown[0] ?? false
    }

    expect(actual).toEqual(shownInBundle)
  },
)

test('what can be taken down is cached for a minute, and a CDN can remove it by tag', async () => {
  const { scenes, anyone } = await open()
  const scene = scenes.onSale
  const files = rows.filter(
    ({ route, kind }) => ['image', 'page', 'person'].includes(kind) && api[route]?.transport === 'file',
  )
  const caching: Array<unknown> = []
  for (const { route, ask } of files) {
    if (route.includes('Sitemap')) continue
    const { headers } = (await ask(scene, anyone)) ?? {}
    caching.push([headers?.['cache-control'], typeof headers?.etag, headers?.['cache-tag']])
  }

  const item = ['public, max-age=60, must-revalidate', 'string', `content/${scene.id},creator/mara`]
  const person = ['public, max-age=60, must-revalidate', 'string', 'creator/mara']
  expect(caching).toEqual([item, item, item, item, item, person, person, person])
})
