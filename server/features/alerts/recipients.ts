import type { Ports } from '../../ports/index.ts'

/** Where alerts and requests for a decision are emailed; none when nobody is set. */
export function notificationRecipients({ config, settings }: Ports): Array<string> {
  const { notificationAddresses } = settings.current()
  if (notificationAddresses.length > 0) return notificationAddresses
  return config.adminEmail ? [config.adminEmail] : []
}
