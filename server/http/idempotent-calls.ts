import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deleteRows, findRow, updateRow } from '../db/rows.ts'
import { idempotentCalls } from '../db/schema/index.ts'
import type { Ports } from '../ports/index.ts'
import { sha256Base64url } from './request-context.ts'

type Call = { apiKeyId: number; idempotencyKey: string; startedAt: Date }
type CallRow = typeof idempotentCalls.$inferSelect

/** Begins a call, and returns its id, or the earlier call with its Idempotency-Key. */
export async function startCall(
  { db }: Pick<Ports, 'db'>,
  { apiKeyId, idempotencyKey, startedAt }: Call,
  requestHash: string,
): Promise<{ id: number } | { earlier: CallRow | undefined }> {
  const idempotencyKeyHash = sha256Base64url(idempotencyKey)
  const [inserted] = await db
    .insert(idempotentCalls)
    .values({ apiKeyId, idempotencyKeyHash, requestHash, startedAt })
    .onConflictDoNothing()
    .returning({ id: idempotentCalls.id })
  if (inserted) return { id: inserted.id }
  // It is undefined when it failed in between.
  return { earlier: await findRow(db, idempotentCalls, { apiKeyId, idempotencyKeyHash }) }
}

type Answered = { answeredAt: Date; answer: string; requestHash: string }

export async function finishCall(
  { db }: Pick<Ports, 'db'>,
  id: number,
  { answeredAt, answer, requestHash }: Answered,
): Promise<void> {
  await updateRow(db, idempotentCalls, { id }, { answeredAt, answer, requestHash })
}

export async function forgetCall({ db }: Pick<Ports, 'db'>, id: number): Promise<void> {
  await deleteRows(db, idempotentCalls, { id })
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts an answer, which may hold a secret, for the program that gets it: with its API key, of which the database has
 * the hash only. So a backup has no answer that can be read. Base64url of a nonce, the ciphertext and a tag (AES-256-GCM).
 */
export function sealAnswer(apiKey: string, answer: unknown): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', answerKey(apiKey), nonce)
  const text = JSON.stringify({ answer })
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString('base64url')
}

/** The answer in clear. Throws for another API key. */
export function openAnswer(apiKey: string, stored: unknown): unknown {
  const bytes = Buffer.from(String(stored), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', answerKey(apiKey), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  }).setAuthTag(bytes.subarray(-tagBytes))
  const text =
    decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  return JSON.parse(text).answer
}

function answerKey(apiKey: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', apiKey, '', 'answers to an Idempotency-Key', 32))
}
