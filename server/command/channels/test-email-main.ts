import { parseArgs } from 'node:util'
import { Email } from '../../../contract/schemas.ts'
import { runCommand } from '../../adapters/run-command.ts'
import { usageOf } from '../../config/command-line.ts'
import { readConfig } from '../../config.ts'
import { testEmail } from '../../features/telling/alerts/send-test.ts'
import { alertAddresses, report, sendNow } from './channels.ts'

const usage = usageOf('test-email', [
  ['', 'sends a test email to where alerts go'],
  ['ADDRESS', 'sends it to an address'],
])

/** Sends a real email by the mail server of the settings. Exits with 1 if the server refused it. */
async function main(args: Array<string>): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  const [address, ...rest] = positionals
  if (rest.length > 0) throw new Error(usage)
  if (address !== undefined && !Email.safeParse(address).success)
    throw new Error('Write one email address, and nothing else.')
  const config = readConfig()
  const addresses = address === undefined ? await alertAddresses(config) : [address]
  if (addresses.length === 0) throw new Error(`ADMIN_EMAIL is not set. Write an address.\n${usage}`)
  return report(
    await sendNow(
      config,
      addresses.map((to) => testEmail(config, to)),
    ),
  )
}

runCommand(main)
