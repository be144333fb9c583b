import { z } from 'zod'
import { route } from './route.ts'

export const createSubscription = route({
  method: 'POST',
  path: '/api/create-subscription',
  access: 'creator',
  summary: 'Starts Pro at $99 a month and returns the secret of its first payment.',
  reply: z.object({ clientSecret: z.string() }),
})
