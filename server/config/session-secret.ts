import { z } from 'zod'
import { splitList } from './parsers.ts'

/**
 * The minimum number of different characters in a secret. 32 random hexadecimal digits have fewer in one of 100 billion
 * cases.
 */
const minDistinctCharacters = 8
const minLength = 32

/** The instance's secrets, the newest first. It signs with the newest and accepts what the others signed. */
export const sessionSecretSetting = z
  .string()
  .transform(splitList)
  .refine(
    (secrets) => secrets.every((secret) => secret.length >= minLength),
    `must be at least ${minLength} random characters (generate one with openssl rand -hex 32). While you replace it, it is the new one, a comma and the one before.`,
  )
  .refine(
    (secrets) => secrets.every((secret) => new Set(secret).size >= minDistinctCharacters),
    'must be random: this one repeats a few characters (openssl rand -hex 32 makes one).',
  )
  .optional()
