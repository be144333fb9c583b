import { AppError } from '../../domain/errors.ts'

type Limits = { maxBytesPerPerson: number; maxBytes: number }

/** Two previews of the maximum size at once for a user; eight for the process. */
const defaults: Limits = { maxBytesPerPerson: 32 * 1024 ** 2, maxBytes: 128 * 1024 ** 2 }

/** Counts the bytes of a form in memory. `add` throws AppError over a limit; call `release` afterwards. */
export type ByteReservation = { add(bytes: number): void; release(): void }
export type FormMemory = { open(personId: string): ByteReservation }

/** Limits the memory of all open forms together. */
export function formMemory({ maxBytesPerPerson, maxBytes }: Limits = defaults): FormMemory {
  const bytesByPerson = new Map<string, number>()
  let total = 0

  return {
    open(personId) {
      let reservedBytes = 0
      return {
        add(bytes) {
          const ofPerson = (bytesByPerson.get(personId) ?? 0) + bytes
          if (ofPerson > maxBytesPerPerson)
            throw new AppError('rate_limited', 'You’re sending too many images at once. Send one at a time.')
          if (total + bytes > maxBytes)
            throw new AppError('unavailable', 'Many uploads are arriving right now. Try again in a minute.')
          bytesByPerson.set(personId, ofPerson)
          total += bytes
          reservedBytes += bytes
        },
        release() {
          const rest = (bytesByPerson.get(personId) ?? 0) - reservedBytes
          if (rest > 0) bytesByPerson.set(personId, rest)
          else bytesByPerson.delete(personId)
          total -= reservedBytes
          reservedBytes = 0
        },
      }
    },
  }
}
