import { eq } from 'drizzle-orm'
import { contentItems, users } from '../db/schema/index.ts'
import { createFeedback } from '../features/operating/feedback/service.ts'
import { suspendCreator } from '../features/operating/moderation/creators.ts'
import { createReport } from '../features/operating/moderation/reports.ts'
import type { Viewer } from '../http/request-context.ts'
import type { Ports } from '../ports/index.ts'

/** Data for the admin pages: three feedback messages, a report, and a suspended creator. */
export async function seedAdminData(ports: Ports): Promise<void> {
  for (const message of messages) await createFeedback(ports, undefined, message)

  const [item] = await ports.db
    .select({ id: contentItems.id })
    .from(contentItems)
    .where(eq(contentItems.title, 'Harbor loops, vol. 2'))
  if (item)
    await createReport(ports, item.id, {
      reason: 'copyright',
      details: 'The gulls at 0:41 are from my own recording, which I never gave away.',
      email: 'otto@example.com',
    })

  const id = ports.newPublicId()
  const now = ports.clock.now()
  const person = { name: 'Vik', firstName: 'Vik', email: 'vik@example.com', emailVerified: true }
  await ports.db.insert(users).values({ ...person, id: String(id), createdAt: now, updatedAt: now })
  const operator: Viewer = {
    id: '0',
    email: ports.config.adminEmail ?? 'admin@example.com',
    isAdmin: true,
    sessionId: '',
    signedInAt: now,
  }
  await suspendCreator(ports, operator, { id, reason: 'Sold other people’s work as their own' })
}

const messages = [
  {
    type: 'bug' as const,
    subject: 'Upload stalls on the train',
    message:
      'In the second tunnel it says it’s waiting for a connection, and then it does resume. An earlier heads-up would help.',
    email: 'ada@example.com',
    priority: 'medium' as const,
  },
  {
    type: 'feature' as const,
    subject: 'A second preview image',
    message: 'My prints have a front and a back. I would love to show both.',
    email: 'mara@example.com',
    priority: 'low' as const,
  },
  {
    type: 'general' as const,
    subject: 'Thank you',
    message: 'First sale after eleven minutes. That is all.',
    email: '',
    priority: 'low' as const,
  },
]
