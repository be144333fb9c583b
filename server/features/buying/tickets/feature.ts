import { getTicketPicture } from '../../../../contract/tickets.ts'
import type { Feature } from '../../feature.ts'
import { ticketFolder, ticketPicture } from './ticket.ts'

/** The place of a purchase among those of its item, and the picture with it that its buyer shares. */
export const tickets = {
  name: 'buying/tickets',
  routes(api, ports) {
    api.file(getTicketPicture, ({ params }) => ticketPicture(ports, params.token))
  },
  retention: [{ stores: [ticketFolder], data: 'pictures of tickets that buyers share', kept: '1 day' }],
} satisfies Feature
