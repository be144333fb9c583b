import { BookOpen, Plus } from 'lucide-react'
import { ApiKeyList } from '../../../features/people/api-keys/api-key-list.tsx'
import { NewApiKey } from '../../../features/people/api-keys/new-api-key.tsx'
import { WebhookList } from '../../../features/people/webhooks/webhook-list.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function DeveloperSettingsPage() {
  return (
    <SettingsLayout title="Developers">
      {({ email }) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-ink-soft">Connect your shop to other tools. You can sell without any of it.</p>
            <LinkButton variant="secondary" href="/developers">
              <BookOpen aria-hidden className="size-4" />
              Read the guide
            </LinkButton>
          </div>
          <Section
            id="api-keys"
            title="API keys"
            description="For scripts that read your sales or change your items."
            action={<NewApiKey email={email} />}
          >
            <ApiKeyList />
          </Section>
          <Section
            id="webhooks"
            title="Webhooks"
            description="We call your address when something happens."
            action={
              <LinkButton href="/settings/developers/webhooks/new">
                <Plus aria-hidden className="size-4" />
                New endpoint
              </LinkButton>
            }
          >
            <WebhookList />
          </Section>
        </>
      )}
    </SettingsLayout>
  )
}
