import { sendEvent, tellOfGivenUp } from '../features/earning/endpoints/send-event.ts'
import { sendNotification } from '../features/earning/notifications/send-notification.ts'
import { registered } from '../features/index.ts'
import type { Registered } from '../features/register.ts'
import { postAlert } from '../features/telling/alerts/notices.ts'
import { raiseOrUpdateAlert } from '../features/telling/alerts/service.ts'
import { emailSender, type OnFailed, type Send } from '../features/telling/deliveries/deliver.ts'
import { startSender } from '../features/telling/deliveries/sender.ts'
import type { Ports } from '../ports/index.ts'

/** How each channel is sent. */
export function channelsOf({ emails }: Pick<Registered, 'emails'> = registered) {
  return { email: emailSender(emails), webhook: sendWebhook, push: sendNotification }
}

/** To a creator's endpoint, or to the address of the operator's alerts. */
const sendWebhook: Send = (ports, row) =>
  row.endpointId === null ? postAlert(ports, row) : sendEvent(ports, row)

/**
 * One alert for each channel, because a mail server that is down fails many emails. What an endpoint didn't take is told its
 * creator.
 */
export const alertOfFailure: OnFailed = async (tx, ports, row, error) => {
  if (row.endpointId !== null) return tellOfGivenUp(tx, ports, row, error)
  const { channel, kind, target } = row
  const subject = channel === 'email' ? `The email ${kind} to ${target}` : `The message ${kind} to ${target}`
  const message = `${subject} couldn’t be sent for three days. ${error}`
  await raiseOrUpdateAlert(tx, ports, { kind: 'delivery-failed', target: channel, message })
}

/** Sends emails, webhooks and notifications until the returned function is called. */
export function startDeliveries(ports: Ports): () => Promise<void> {
  return startSender(ports, { channels: channelsOf(), onFailed: alertOfFailure })
}
