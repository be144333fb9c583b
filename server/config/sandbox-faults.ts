import { z } from 'zod'
import { splitList } from './parsers.ts'

const probability = z.coerce.number().min(0).max(1)
const FaultConfig = z
  .object({
    seed: z.coerce.number().int().min(0),
    delayMs: z.coerce.number().int().min(0).max(600_000),
    duplicate: probability,
    drop: probability,
    shuffle: z.enum(['yes', 'no']),
  })
  .partial()
  .strict()

/** Converts the settings to the names that the sandbox uses. A failure that is not set does not occur. */
function toFaultConfig({
  seed = 1,
  delayMs = 0,
  duplicate = 0,
  drop = 0,
  shuffle = 'no',
}: z.infer<typeof FaultConfig>) {
  return { seed, maxDelayMs: delayMs, duplicateRate: duplicate, dropRate: drop, shuffle }
}

/** Fault injection for the sandbox's webhooks, such as `drop=0.3,duplicate=0.3,delayMs=2000,shuffle=yes,seed=1`. */
export const sandboxFaults = z
  .string()
  .transform((text, context) => {
    const pairs = splitList(text).map((part) => part.split('='))
    const parsed = FaultConfig.safeParse(Object.fromEntries(pairs))
    if (parsed.success && pairs.every((pair) => pair.length === 2)) return toFaultConfig(parsed.data)
    context.addIssue({ code: 'custom', message: errorMessage })
    return z.NEVER
  })
  .optional()

const errorMessage =
  'must look like drop=0.3,duplicate=0.3,delayMs=2000,shuffle=yes,seed=1 (chances from 0 to 1).'
