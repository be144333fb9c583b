import { site } from '../../../../contract/site.ts'
import { type EmailRenderers, keptFor, transientDays } from '../../telling/deliveries/deliveries.ts'

const wasNotYou =
  'Wasn’t you? Delete the endpoint and the keys that you don’t know, and sign out everywhere else.'

export const endpointEmails = {
  webhook_added: keptFor(transientDays, (_, { data: { endpointId, host } }) => ({
    title: 'A webhook was added to your account',
    lines: [`From now on we tell ${host} what happens in your account.`, wasNotYou],
    otherButton: linkTo(endpointId),
  })),
  webhook_moved: keptFor(transientDays, (_, { data: { endpointId, host, oldHost } }) => ({
    title: 'A webhook of your account has a new address',
    lines: [
      host === oldHost
        ? `What happens in your account is now sent to another address at ${host}.`
        : `What happens in your account is now sent to ${host}, and no longer to ${oldHost}.`,
      wasNotYou,
    ],
    otherButton: linkTo(endpointId),
  })),
  webhook_given_up: keptFor(transientDays, (_, { data: { endpointId, host, type } }) => ({
    title: `We couldn’t reach ${host}`,
    lines: [
      `We tried ten times in three days to send ${type} to ${host}, and gave up. The events are kept for 30 days, and you can send them again from the endpoint’s page.`,
      'We email you about this once a day at most.',
    ],
    otherButton: linkTo(endpointId),
  })),
  webhook_turned_off: keptFor(transientDays, (_, { data: { endpointId, host, reason } }) => ({
    title: `We turned off your webhook to ${host}`,
    lines: [
      reason === 'gone'
        ? `${host} answered 410, which means that it wants no more events.`
        : `For five days nothing we sent to ${host} arrived.`,
      'What didn’t arrive is kept for 30 days. Turn the endpoint on again to send it.',
    ],
    otherButton: linkTo(endpointId),
  })),
} satisfies Partial<EmailRenderers>

function linkTo(endpointId: number) {
  return { label: 'Open the endpoint', url: `${site().publicUrl}/settings/developers/webhooks/${endpointId}` }
}
