import * as testPurchasesContract from '../../../../contract/test-purchases.ts'
import type { AppError } from '../../../../domain/errors.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { readAmount, typedAmount } from '../checkout/checkout-form.ts'
import {
  createTestPurchase,
  downloadTestPurchase,
  getTestPurchasePreview,
  testPurchaseRateLimits,
} from './service.ts'

/** Routes of a creator's test purchase. */
export function testPurchaseRoutes(api: Api, ports: Ports) {
  api.on(testPurchasesContract.getTestPurchasePreview, ({ viewer, params }) =>
    getTestPurchasePreview(ports, viewer, params.id),
  )
  api.form(
    testPurchasesContract.createTestPurchaseForm,
    ({ viewer, params, body }) =>
      createTestPurchase(ports, viewer, { contentId: params.id, amount: readAmount(ports, body) }),
    {
      limits: ({ viewer }) => testPurchaseRateLimits(viewer),
      onError: ({ params, body }, error) => testPurchaseErrorUrl(params.id, typedAmount(body), error),
    },
  )
  api.file(
    testPurchasesContract.getTestPurchaseFile,
    ({ params, query, headers, findViewer }) =>
      downloadTestPurchase(
        ports,
        { claims: { ...query, orderNumber: params.orderNumber, part: params.part }, headers },
        findViewer,
      ),
    { failsWithPage: true },
  )
}

/** The page has a message for each of these, and shows a signed-out viewer or another creator its state itself. */
function testPurchaseErrorUrl(id: number, amount: string, { code, fields }: AppError): string {
  const problem = code === 'rate_limited' ? code : fields?.customAmount === undefined ? 'failed' : 'amount'
  const query = new URLSearchParams({ try: '1', ...(amount && { amount }), problem })
  return `/p/${id}?${query}`
}
