import { authenticateSandboxPayment, confirmSandboxPayment } from '../../../contract/sandbox.ts'
import type { Api } from '../../http/api.ts'
import type { Sandbox } from './sandbox.ts'

export function sandboxRoutes(api: Api, sandbox: Sandbox) {
  api.on(confirmSandboxPayment, ({ body }) => sandbox.confirm(body))
  api.on(authenticateSandboxPayment, ({ body }) => sandbox.authenticate(body))
}
