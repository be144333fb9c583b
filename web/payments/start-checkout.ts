import { createPaymentIntent } from '../../contract/purchases.ts'
import { request } from '../api/client.ts'
import type { RequestInput, ResponseOf } from '../api/types.ts'

export type CheckoutRequest = NonNullable<RequestInput<typeof createPaymentIntent>['body']>
export type StartedCheckout = ResponseOf<typeof createPaymentIntent>

/** Starts a payment; the same browser gets its open payment again. Throws ApiError. */
export function startCheckout(body: CheckoutRequest): Promise<StartedCheckout> {
  return request(createPaymentIntent, { body })
}
