import type { z } from 'zod'
import type { sendFeedback } from '../../../contract/feedback.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { insertFeedback } from './repository.ts'

type Message = z.output<typeof sendFeedback.body>

/** Keeps a message for the people who run this instance, with who sent it when they are signed in. */
export async function keepFeedback(
  { db, newId, clock }: Ports,
  viewer: Viewer | undefined,
  message: Message,
) {
  await insertFeedback(db, { ...message, id: newId(), userId: viewer?.id ?? null, createdAt: clock.now() })
  return { received: true as const }
}
