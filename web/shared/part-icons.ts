import { AlignLeft, File, FileText, Film, Image, Link2, type LucideIcon, Music, Package } from 'lucide-react'
import type { PartNoun } from '../../domain/part-groups.ts'

export const partIcons: Record<PartNoun, LucideIcon> = {
  track: Music,
  video: Film,
  image: Image,
  PDF: FileText,
  document: FileText,
  archive: Package,
  file: File,
  link: Link2,
  text: AlignLeft,
}
