import { expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import { buildUrl, type Route } from '../contract/route.ts'
import { sharedTestApp } from './support/test-app.ts'

/** No test here changes what another one reads. */
const testApp = sharedTestApp()
const creator = memoize(async () => (await testApp()).creator())

const routes = Object.entries(api)

function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined
  return () => {
    promise ??= make()
    return promise
  }
}

/** A route's path with a value for each parameter. */
function pathOf(route: Route): string {
  const provider = route.path.startsWith('/api/webhooks') ? 'sandbox' : 'stripe'
  return buildUrl(route, {
    params: {
      id: 12_345,
      paymentIntentId: 'pi_x',
      token: 'A'.repeat(43),
      orderNumber: 1,
      fileName: 'a',
      part: 1,
      uploadId: 'u',
      email: 'a@example.com',
      provider,
      handle: 'mara',
      partId: 1,
      number: '2026-000001',
      key: 'siteName',
      page: 'terms',
      seed: 1,
      rings: 1,
      kind: 'feedback',
    },
  })
}

test('the OpenAPI document has every route with its method', async () => {
  const w = await testApp()

  const { paths } = (await w.visitor().send('GET', '/api/docs/json')).json()

  for (const [name, { method, path }] of routes) {
    const documented = paths[path.replace(/:(\w+)/g, '{$1}')]
    expect(Object.keys(documented ?? {}), name).toContain(method.toLowerCase())
  }
})

test('the OpenAPI document describes streamed bodies: upload forms and chunks', async () => {
  const w = await testApp()

  const { paths } = (await w.visitor().send('GET', '/api/docs/json')).json()

  const form = paths['/api/content'].post.requestBody.content['multipart/form-data'].schema
  expect(form.properties).toMatchObject({
    title: { type: 'string' },
    price: expect.anything(),
    uploadId: { type: 'string' },
    previewImage: { format: 'binary' },
    file: { format: 'binary' },
  })
  const chunkRequest = paths['/api/uploads/{uploadId}'].patch
  expect(Object.keys(chunkRequest.requestBody.content)).toEqual(['application/offset+octet-stream'])
})

test('every route of the contract has a handler', async () => {
  expect((await testApp()).unhandledRoutes).toEqual([])
})

const authenticatedRoutes = routes.filter(([, { auth }]) => auth === 'creator' || auth === 'admin')

test.each(authenticatedRoutes)('%s rejects signed-out callers with 401', async (_, route) => {
  const w = await testApp()

  const answer = await w.visitor().send(route.method, pathOf(route))

  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual({ code: 'unauthorized', message: 'Unauthorized' })
})

test.each(authenticatedRoutes.filter(([, { auth }]) => auth === 'admin'))(
  '%s rejects creators with 403',
  async (_, route) => {
    const answer = await (await creator()).send(route.method, pathOf(route))

    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({ code: 'forbidden', message: 'Access Denied' })
  },
)

test('exactly these routes need no sign-in', () => {
  const open = routes.filter(([, { auth }]) => auth !== 'creator' && auth !== 'admin')

  expect(Object.fromEntries(open.map(([name, { auth }]) => [name, auth]))).toEqual({
    getInstance: 'public',
    openSummarySetting: 'public',
    unsubscribeFromSummary: 'public',
    getNotMe: 'public',
    stopPayouts: 'public',
    getEmailedChoice: 'public',
    setEmailedChoice: 'public',
    getSiteLogo: 'public',
    getLegalPage: 'public',
    getLiveness: 'public',
    getReadiness: 'public',
    getTeaserPart: 'public',
    getCreator: 'public',
    listMoreFromCreator: 'public',
    followCreator: 'public',
    followCreatorForm: 'public',
    getFollower: 'public',
    confirmFollower: 'public',
    unfollow: 'public',
    requestCopies: 'public',
    requestCopiesForm: 'public',
    requestFreeLink: 'public',
    getFreeLink: 'buyer',
    openFreeLink: 'public',
    emailFreeAccess: 'buyer',
    sendMessageToCreator: 'buyer',
    dismissSetOffer: 'buyer',
    refundShare: 'buyer',
    activateLicense: 'public',
    validateLicense: 'public',
    releaseLicense: 'public',
    getLicenseSigners: 'public',
    getOwnLicense: 'buyer',
    releaseOwnDevice: 'buyer',
    getItemUpdates: 'public',
    stopItemUpdates: 'public',
    resumeItemUpdates: 'public',
    getHealth: 'public',
    getDeliveryHealth: 'public',
    receiveWebhook: 'provider',
    startSignIn: 'public',
    signOut: 'public',
    requestSignInCode: 'public',
    signInWithCode: 'public',
    getSignInMethods: 'public',
    startOidcSignIn: 'public',
    handleOidcCallback: 'public',
    createPasskeySignInOptions: 'public',
    signInWithPasskey: 'public',
    getPhoto: 'public',
    getContent: 'public',
    getDiscountOffer: 'public',
    getCorrectionPdf: 'buyer',
    openPurchase: 'buyer',
    sendOwnAccessLinks: 'buyer',
    forgetDevice: 'public',
    recordView: 'public',
    getPreviewImage: 'public',
    getLogo: 'public',
    getShareCard: 'public',
    getPondPicture: 'public',
    getRobots: 'public',
    getSitemap: 'public',
    getCreatorSitemap: 'public',
    getItemSitemap: 'public',
    getCreatorShareCard: 'public',
    getQrCode: 'public',
    getOembed: 'public',
    getTicketPicture: 'public',
    getPond: 'public',
    createPaymentIntent: 'public',
    startCheckoutFromForm: 'public',
    createTestPurchaseForm: 'public',
    getTestPurchaseFile: 'buyer',
    getOwnedPurchase: 'public',
    getCheckout: 'buyer',
    getCompletion: 'public',
    setBuyerEmail: 'buyer',
    correctPurchaseEmail: 'buyer',
    setBuyerTerms: 'buyer',
    completePayment: 'buyer',
    processRecentPurchase: 'buyer',
    downloadContent: 'buyer',
    eraseBuyerData: 'buyer',
    exportBuyerData: 'buyer',
    verifyPurchase: 'buyer',
    sendAccessEmail: 'buyer',
    sendAccessLinks: 'public',
    sendAccessLinksForm: 'public',
    getReceipt: 'buyer',
    getReceiptPdf: 'buyer',
    getRefundEligibility: 'buyer',
    getReleaseCalendar: 'buyer',
    getPurchasedImage: 'buyer',
    getThumbnail: 'buyer',
    requestRefundForm: 'buyer',
    addCompanyDetailsForm: 'buyer',
    answerCountryForm: 'buyer',
    getAccess: 'buyer',
    requestRefund: 'buyer',
    redirectToFile: 'buyer',
    getFile: 'buyer',
    sendFeedback: 'public',
    getReportableContent: 'public',
    reportContentForm: 'public',
    requestBuyerData: 'public',
    confirmSandboxPayment: 'buyer',
    authenticateSandboxPayment: 'buyer',
  })
})

/** Well-formed ids that do not exist. */
const unknownIds = {
  query: 'payment_intent=x&content_id=1&part=1&as=inline&expires=1&signature=x',
  body: {
    paymentIntentId: 'x',
    contentId: 1,
    clientSecret: 'x',
    card: 'paid',
    email: 'fan@example.com',
    receiptEmail: '',
    returnUrl: '/',
    outcome: 'complete',
  },
}

test.each(routes.filter(([, { auth }]) => auth === 'buyer'))(
  '%s reveals nothing to a visitor without a purchase',
  async (_, route) => {
    const w = await testApp()

    // An image has formats in place of dispositions.
    const query = route.path.endsWith('/preview-image') ? 'as=webp' : unknownIds.query
    const answer = await w.visitor().send(route.method, `${pathOf(route)}?${query}`, {
      ...(route.method === 'POST' && { payload: unknownIds.body }),
    })

    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  },
)

test('every response has the security headers', async () => {
  const w = await testApp()
  const visitor = await w.creator('headers@example.com')

  // Event streams have a test of their own: server/features/earning/sales/event-stream.test.ts.
  for (const [name, route] of routes.filter(([, { transport }]) => transport !== 'sse')) {
    const { headers } = await visitor.send(route.method, pathOf(route))
    expect(headers['x-content-type-options'], name).toBe('nosniff')
    expect(headers['content-security-policy'], name).toBeDefined()
    expect(headers['cache-control'], name).toBeDefined()
    expect(headers['x-powered-by'], name).toBeUndefined()
  }
})
