import { AppError } from '../../../domain/errors.ts'
import type { Ports } from '../../ports/index.ts'
import type { SubscriptionCapability } from '../../ports/subscriptions.ts'

/** The provider's subscription capability. Throws AppError when this instance does not sell Pro. */
export function requireSubscriptions({
  paymentProvider,
}: Pick<Ports, 'paymentProvider'>): SubscriptionCapability {
  if (!paymentProvider.subscriptions) throw new AppError('not_found', 'Pro isn’t available on this site.')
  return paymentProvider.subscriptions
}
