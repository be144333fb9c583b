import type { EmailRow } from '../../telling/deliveries/repository.ts'

/**
 * Emails that prove nothing later. All others are about a purchase, money or a decision, or their dedupe key must not be
 * used twice.
 */
export const transientEmails: Array<EmailRow['kind']> = [
  'test_purchase_access',
  'access_links',
  'buyer_data_link',
  'buyer_data_erased',
  'feedback',
  'weekly_summary',
  'email_changed',
  'account_deleted',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'passkeys_removed',
  'owner_changed',
  'staff_invited',
  'staff_removed',
  'new_browser',
  'alert_raised',
  'alert_digest',
  'sign_up_invitation',
  'sign_up_refused',
]

/** Also to addresses that never confirmed. `follower_update_items` knows who was told about an item. */
export const followerEmails: Array<EmailRow['kind']> = ['follow_confirmation', 'follower_update']
