import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../domain/errors.ts'
import type { Ports } from '../../ports/index.ts'
import { InvalidSignatureError } from '../../ports/payment-provider.ts'
import { handleEvent } from './handle.ts'
import { insertEventIfNew } from './repository.ts'

/**
 * Receives a provider's signed events. Each only names an object, which is read again at the provider. Our own errors
 * answer 5xx, so that the provider sends the event again.
 */
export async function receiveWebhook(
  ports: Ports,
  provider: string,
  body: Buffer,
  headers: IncomingHttpHeaders,
) {
  const { paymentProvider, db, clock } = ports
  if (provider !== paymentProvider.id) throw new AppError('not_found', 'There’s nothing at this address.')
  const events = await paymentProvider.parseWebhook(body, headers).catch(throwInvalidSignature)

  for (const event of events) {
    if (await insertEventIfNew(db, provider, event, clock.now())) await handleEvent(ports, event)
  }
  return { received: true as const }
}

function throwInvalidSignature(error: unknown): never {
  if (error instanceof InvalidSignatureError)
    throw new AppError('invalid_input', 'The signature doesn’t match.')
  throw error
}
