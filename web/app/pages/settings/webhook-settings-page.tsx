import { useParams } from 'wouter'
import { getWebhookEndpoint } from '../../../../contract/webhook-endpoints.ts'
import { useApiQuery } from '../../../api/query.ts'
import { EndpointDetail, NewEndpoint } from '../../../features/people/webhooks/endpoint-page.tsx'
import { shortAddress } from '../../../features/people/webhooks/event-groups.ts'
import { SettingsLayout } from './settings-layout.tsx'

const parent = { href: '/settings/developers', label: 'Developers' }

/** A new endpoint, or one with what was sent to it: `/settings/developers/webhooks/new` and `/settings/developers/webhooks/7`. */
export function WebhookSettingsPage() {
  const { id = '' } = useParams()
  if (id === 'new')
    return (
      <SettingsLayout title="New endpoint" parent={parent}>
        {() => <NewEndpoint />}
      </SettingsLayout>
    )
  return <EndpointSettings key={id} id={id} />
}

function EndpointSettings({ id }: { id: string }) {
  const { data } = useApiQuery(getWebhookEndpoint, { params: { id: Number(id) } })
  return (
    <SettingsLayout title={data ? shortAddress(data.url) : 'Webhook'} parent={parent}>
      {() => <EndpointDetail id={id} />}
    </SettingsLayout>
  )
}
