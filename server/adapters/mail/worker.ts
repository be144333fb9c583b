/**
 * The entry of the worker thread, which is a separate file of the build: only the pool of the disk mailer may load it.
 * The pool calls this function by name.
 */
import { setPriority } from 'node:os'
import { writeFilesAtomicallySync } from '../atomic-write.ts'
import { composeEmail, type EmailFile } from './disk-mailer.ts'

// On Linux this is the thread's priority, so that requests come first. Elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(10)

export type EmailGroup = { folder: string; emails: Array<EmailFile> }

/** Writes nothing when an email cannot be composed. */
export async function writeEmails({ folder, emails }: EmailGroup): Promise<void> {
  const files = await Promise.all(
    emails.map(async (email) => ({ name: email.name, content: await composeEmail(email) })),
  )
  writeFilesAtomicallySync(folder, files)
}
