import { getCompletion as getCompletionRoute } from '../../../../contract/bundle-completion.ts'
import * as checkoutEmailContract from '../../../../contract/checkout.ts'
import { setBuyerTerms as setBuyerTermsRoute } from '../../../../contract/checkout.ts'
import * as purchasesContract from '../../../../contract/purchases.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { checkoutRateLimits, hashIp, readLimitsOfItem } from '../access/buyer-proof.ts'
import { buyerEmailRateLimits, setBuyerEmail, setBuyerTerms } from './buyer-details.ts'
import { noScriptFormRoutes } from './checkout-form.ts'
import { getOwnerPrice } from './owner-price.ts'
import { getCheckout, startCheckout } from './start-checkout.ts'

export function purchaseRoutes(api: Api, ports: Ports) {
  noScriptFormRoutes(api, ports)
  api.on(
    purchasesContract.createPaymentIntent,
    ({ body, buyer: buyerProof, ensureBuyerCookie, ip }) =>
      startCheckout(ports, {
        ...body,
        buyerCookieHash: ensureBuyerCookie(),
        isNewBrowser: buyerProof.cookieHash === undefined,
        ipHash: hashIp(ports, ip),
        ip,
      }),
    { limits: ({ ip }) => checkoutRateLimits(ports, ip) },
  )
  api.on(getCompletionRoute, ({ params, query, buyer: { cookieHash } }) =>
    getOwnerPrice(ports, params.id, { cookieHash, owner: query.owner }),
  )
  api.on(
    purchasesContract.getCheckout,
    ({ params, buyer: buyerProof }) => getCheckout(ports, params.id, buyerProof),
    { limits: (call) => readLimitsOfItem(ports, call) },
  )
  api.on(
    checkoutEmailContract.setBuyerEmail,
    ({ params, body, buyer: proof, ip }) =>
      setBuyerEmail(ports, { paymentId: params.paymentIntentId, email: body.email, proof, ip }),
    {
      limits: ({ params, ip }) => buyerEmailRateLimits(ports, { paymentId: params.paymentIntentId, ip }),
    },
  )
  api.on(
    setBuyerTermsRoute,
    ({ params, body, buyer: proof }) =>
      setBuyerTerms(ports, { ...body, country: body.country, paymentId: params.paymentIntentId, proof }),
    {
      limits: ({ params, ip }) => buyerEmailRateLimits(ports, { paymentId: params.paymentIntentId, ip }),
    },
  )
}
