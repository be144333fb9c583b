import { randomUUID } from 'node:crypto'
import type { PaymentProvider, PaymentRequest } from '../payment-provider.ts'

export type CreatedPayment = { paymentId: string; clientSecret: string }
type Webhook = { rawBody: Buffer; headers: Record<string, string> }
export type ProviderFixture = {
  provider: PaymentProvider
  /** Pays at the provider with a valid card. */
  pay(payment: CreatedPayment): Promise<void>
  /** A webhook about the payment with a valid signature, as the provider would send it now. */
  webhook(payment: CreatedPayment): Promise<Webhook>
}

export type CreateFixture = () => Promise<ProviderFixture>

export const newKey = () => `key:${randomUUID()}`

export function paymentRequest(changes: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    checkoutId: '1234567890',
    contentId: 9876543210,
    amount: 500,
    currency: 'USD',
    description: 'Sunset pack',
    ...changes,
  }
}
