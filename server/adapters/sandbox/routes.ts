import { authenticateSandboxPayment, confirmSandboxPayment } from '../../../contract/sandbox.ts'
import type { Api } from '../../http/api.ts'
import type { Sandbox } from './sandbox.ts'

/** Without a sandbox, as under any other provider, its addresses are not there. */
export function sandboxRoutes(api: Api, sandbox: Sandbox | undefined) {
  if (!sandbox) return api.leaveOut(confirmSandboxPayment, authenticateSandboxPayment)
  api.on(confirmSandboxPayment, ({ body }) => sandbox.confirm(body))
  api.on(authenticateSandboxPayment, ({ body }) => sandbox.authenticate(body))
}
