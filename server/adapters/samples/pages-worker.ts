/** The entry of the process that draws pages of PDFs, a separate file of the build. */

import { serveTask } from '../tasks/serve-task.ts'
import { drawPages } from './draw-pages.ts'

serveTask(drawPages)
