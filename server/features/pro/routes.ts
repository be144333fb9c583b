import * as calls from '../../../contract/pro.ts'
import type { Api } from '../../http/api.ts'
import type { Ports } from '../../ports/index.ts'
import { showAnalysis } from './analysis.ts'
import { changeBranding, showBranding } from './branding.ts'
import { listBetas, switchBeta } from './early-access.ts'
import { openLogo, removeLogo, setLogo } from './logo.ts'

export function proRoutes(api: Api, ports: Ports) {
  api.on(calls.getAnalysis, ({ viewer, query }) => showAnalysis(ports, viewer, query), {
    limits: ({ viewer }) => [{ key: `analysis/${viewer.id}`, max: 120, perMs: 60_000 }],
  })
  api.on(calls.getBranding, ({ viewer }) => showBranding(ports, viewer))
  api.on(calls.updateBranding, ({ viewer, body }) => changeBranding(ports, viewer, body))
  api.upload(calls.setLogo, ({ viewer }, form) => setLogo(ports, viewer, form))
  api.on(calls.removeLogo, ({ viewer }) => removeLogo(ports, viewer))
  api.file(calls.getLogo, ({ params }) => openLogo(ports, params.id))
  api.on(calls.listBetas, ({ viewer }) => listBetas(ports, viewer))
  api.on(calls.switchBeta, ({ viewer, body }) => switchBeta(ports, viewer, body))
}
