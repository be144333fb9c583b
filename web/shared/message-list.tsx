import { clsx } from 'clsx'
import type { Message } from '../../contract/messages.ts'
import { LocalTime } from '../ui/local-time.tsx'

type MessageListProps = { messages: ReadonlyArray<Message>; names: Record<Message['sender'], string> }

/** A short correspondence, oldest first. Nothing while there is none. */
export function MessageList({ messages, names }: MessageListProps) {
  if (messages.length === 0) return null
  return (
    <ol aria-label="Messages" className="grid gap-2.5">
      {messages.map(({ sender, text, sentAt }) => (
        <li
          key={`${sender} ${sentAt}`}
          className={clsx(
            'grid gap-1 rounded-md px-4 py-3 [overflow-wrap:anywhere]',
            sender === 'creator' ? 'bg-accent-soft' : 'bg-sunken',
          )}
        >
          <p className="flex flex-wrap justify-between gap-x-4 text-ink-soft text-sm">
            <span className="font-semibold">{names[sender]}</span>
            <LocalTime iso={sentAt} />
          </p>
          <p className="whitespace-pre-line">{text}</p>
        </li>
      ))}
    </ol>
  )
}
