import { sendMessageToCreator } from '../../../../contract/access.ts'
import type { Feature } from '../../feature.ts'
import { messageEmails } from './emails.ts'
import { messagesTable } from './exported-table.ts'
import { writeToCreator } from './messages.ts'

/** What the creator and the buyer of a purchase write to each other. */
export const messages = {
  name: 'buying/messages',
  routes(api, ports) {
    api.form(
      sendMessageToCreator,
      async ({ params: { token }, body }) => {
        await writeToCreator(ports, token, body.text)
        return `/access/${encodeURIComponent(token)}?message=sent#messages`
      },
      {
        onError: ({ params: { token } }, error) => {
          if (error.code === 'not_found') throw error
          return `/access/${encodeURIComponent(token)}?message=${error.code}#messages`
        },
      },
    )
  },
  emails: messageEmails,
  exportedTables: (db, creatorId) => [messagesTable(db, creatorId)],
  retention: [
    {
      stores: ['messages'],
      data: 'what creators and buyers write to each other',
      kept: 'until the buyer’s data is erased or the creator’s account is closed',
    },
  ],
} satisfies Feature
