import { z } from 'zod'
import { PublicContent } from './content.ts'
import { FileAddressParams, FileAddressQuery } from './purchases.ts'
import { route } from './route.ts'
import { IdParams } from './shapes.ts'

export const getTrial = route({
  method: 'GET',
  path: '/api/content/:id/trial',
  access: 'creator',
  summary: "The creator's own item as a buyer sees it, also a draft, for a test purchase.",
  params: IdParams,
  reply: PublicContent,
})

const FormText = z.string().max(2_000).default('')

export const startTrialForm = route({
  method: 'POST',
  path: '/p/:id/try',
  access: 'anyone',
  transport: 'form',
  summary:
    "A test purchase of one's own item, from the tip page's form: no card, nothing booked or counted. Leads to a buyer's page marked TEST, or back.",
  params: IdParams,
  body: z.object({
    amount: FormText,
    /** A suggested amount, when none was typed. */
    suggested: FormText,
  }),
})

export const getTrialFile = route({
  method: 'GET',
  path: '/files/test/:purchaseId/:fileName',
  access: 'buyer',
  transport: 'file',
  summary: 'The bytes of a test purchase behind a signed address, as a buyer gets them.',
  params: FileAddressParams,
  query: FileAddressQuery,
})
