import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../../adapters/run-command.ts'
import { commandLine } from '../../config/command-line.ts'
import { readConfig } from '../../config.ts'
import { writtenEmails } from './written-emails.ts'

/** Shows the emails that were written to files, because no mail server is set: sign-in codes are among them. */
async function main(args: Array<string>): Promise<number> {
  parseArgs({ args, options: {} })
  const { smtpUrl, dataDir } = readConfig()
  if (smtpUrl)
    throw new Error(
      `Emails go to the mail server of SMTP_URL, and none is written to this machine. ${commandLine('test-email', 'ADDRESS')} sends one.`,
    )
  const lines = await writtenEmails(dataDir)
  if (lines.length === 0)
    console.log(
      `No email was written yet. Ask for a code on the page of the sign-in: it is written to ${join(dataDir, 'mail')}.`,
    )
  for (const line of lines) console.log(line)
  return 0
}

runCommand(main)
