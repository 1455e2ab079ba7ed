import { useExternalOpens } from '../../stores/external-opens-store.ts'
import { perform, uncovered } from '../commands.ts'
import { followLink } from './follow-link.ts'
import { holdInput } from './hold-input.ts'

/** Listens to the system: its menu, files opened with the app, links. Called once, before the first paint. */
export function listenToOthers(): void {
  window.printroom.on('app.command', perform)
  window.printroom.on('files.opened', (files) => {
    if (files.length > 0) uncovered(() => useExternalOpens.getState().offerFiles(files))
  })
  window.printroom.on('app.link', (link) => {
    holdInput()
    uncovered(() => void followLink(link))
  })
}
