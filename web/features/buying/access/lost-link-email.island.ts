import type { IslandDefinition } from '../../../hydration/island.tsx'
import { EmailField, type EmailFieldProps } from '../../../shared/email-field.tsx'

/** The field of the lost-link form; the form itself is posted by the browser. */
export const lostLinkEmailIsland: IslandDefinition<EmailFieldProps> = {
  name: 'lost-link-email',
  entry: 'web/features/buying/access/lost-link-email.island.ts',
  Component: EmailField,
}
