import { scopeLabels } from '../../../../contract/scopes.ts'
import { site } from '../../../../contract/site.ts'
import { type EmailRenderers, keptFor, transientDays } from '../../telling/deliveries/deliveries.ts'

export const apiKeyEmails = {
  api_key_created: keptFor(transientDays, (_, { data: { name, last4, scopes } }) => ({
    title: 'An API key was made for your account',
    lines: [
      `The key “${name}”, which ends in ${last4}, works from now on. With it, a program can: ${scopes.map((scope) => scopeLabels[scope].toLowerCase()).join('; ')}.`,
      'Wasn’t you? Delete the key, and sign out everywhere else.',
    ],
    otherButton: { label: 'Open your keys', url: `${site().publicUrl}/settings/developers` },
  })),
} satisfies Partial<EmailRenderers>
