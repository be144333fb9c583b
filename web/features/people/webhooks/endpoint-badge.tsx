import type { WebhookEndpoint } from '../../../../contract/webhook-endpoints.ts'
import { Badge } from '../../../ui/badge.tsx'

const states = {
  working: { tone: 'brand', label: 'Working' },
  trying_again: { tone: 'warn', label: 'Trying again' },
  turned_off: { tone: 'danger', label: 'Turned off' },
} as const satisfies Record<WebhookEndpoint['state'], object>

export function EndpointBadge({ state }: Pick<WebhookEndpoint, 'state'>) {
  const { tone, label } = states[state]
  return (
    <Badge tone={tone} className="justify-self-start whitespace-nowrap">
      {label}
    </Badge>
  )
}
