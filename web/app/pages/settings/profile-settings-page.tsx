import { ProfileForm } from '../../../features/people/settings/profile-form.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function ProfileSettingsPage() {
  return <SettingsLayout title="Profile">{(viewer) => <ProfileForm viewer={viewer} />}</SettingsLayout>
}
