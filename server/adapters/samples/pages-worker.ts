/** The entry of the process that draws pages of PDFs, a separate file of the build. */
import { drawPages } from './draw-pages.ts'
import { serveTask } from './serve-task.ts'

serveTask(drawPages)
