import { z } from 'zod'
import { Email } from '../../contract/shapes.ts'

/** Where the access link goes: every card form asks for it. */
export const BuyerEmail = z
  .string()
  .trim()
  .min(1, 'Please enter your email address to receive access links.')
  .pipe(Email)
