import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { list, Timestamp } from './schemas.ts'
import { RequiredMultiLine } from './text.ts'

export const messageSenders = ['creator', 'buyer'] as const

/** What creator and buyer of a purchase write to each other. */
export const Message = z.object({ sender: z.enum(messageSenders), text: z.string(), sentAt: Timestamp })
export type Message = z.infer<typeof Message>

/** Oldest first; of many the newest. */
export const Messages = list(Message, limits.maxListed.messagesOfPurchase)

export const MessageInput = z.object({
  text: RequiredMultiLine(limits.maxMessageToPersonLength, 'Write a message first'),
})
