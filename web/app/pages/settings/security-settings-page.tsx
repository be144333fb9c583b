import { EmailSection } from '../../../features/people/settings/email-section.tsx'
import { PasskeyList } from '../../../features/people/settings/passkey-list.tsx'
import { SessionList } from '../../../features/people/settings/session-list.tsx'
import { Section } from '../../../ui/card.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function SecuritySettingsPage() {
  return (
    <SettingsLayout title="Security">
      {(viewer) => (
        <>
          <Section id="email" title="Email">
            <EmailSection viewer={viewer} />
          </Section>
          <Section id="passkeys" title="Passkeys">
            <PasskeyList />
          </Section>
          <Section id="sessions" title="Sessions" description="Browsers signed in to your account.">
            <SessionList />
          </Section>
        </>
      )}
    </SettingsLayout>
  )
}
