import { randomBytes } from 'node:crypto'
import { productName } from '../../../contract/site.ts'

export type Answers = { publicUrl?: string | undefined; adminEmail?: string | undefined; isDemo: boolean }

/** The first settings file of an instance, with secrets of its own. What has to be filled in is a comment. */
export function newSettings({ publicUrl, adminEmail, isDemo }: Answers, dataDir: string): string {
  const hex = () => randomBytes(32).toString('hex')
  const set = (name: string, value: string | undefined, example: string) =>
    value === undefined ? `#${name}=${example}` : `${name}=${value}`
  const isPublic = publicUrl !== undefined
  return `# One NAME=value in a line. A comment has a line of its own. Every setting: docs/operate/configure.md of the release.
# After a change: sudo tipdrop doctor, then sudo systemctl restart tipdrop@3000

# The address that people use, and the first account that may open /admin.
${set('PUBLIC_URL', publicUrl, 'https://tips.example.com')}
${set('ADMIN_EMAIL', adminEmail, 'you@example.com')}
${set('DEMO_MODE', isDemo ? 'true' : undefined, 'true')}

# A proxy on this machine passes requests on.
${set('HOST', isPublic ? '127.0.0.1' : undefined, '127.0.0.1')}
${set('TRUST_PROXY', isPublic ? '127.0.0.1' : undefined, '127.0.0.1')}

DATA_DIR=${dataDir}

# Keep a copy of these two away from this machine. They are not in the backups.
SESSION_SECRET=${hex()}
PAYOUT_KEYS=first:${hex()}

# The mail server (docs/operate/mail.md).
#SMTP_URL=smtp://user:password@mail.example.com:587
#MAIL_FROM=${productName} <hello@example.com>

# Real cards (docs/operate/stripe.md).
#PAYMENT_PROVIDER=stripe
#STRIPE_SECRET_KEY=sk_live_...
#STRIPE_PUBLISHABLE_KEY=pk_live_...
#STRIPE_WEBHOOK_SECRET=whsec_...

# A backup every night (docs/operate/backup.md). sudo tipdrop backup --new-key makes a key.
#BACKUP_TO=/mnt/backups
#BACKUP_SCHEDULE=03:30
#BACKUP_KEY=
`
}
