import { flushSync } from 'react-dom'
import type { AppSnapshot } from '../../contract/app.ts'
import type { CommandId } from '../../contract/commands.ts'
import type { CallInput } from '../../contract/ipc.ts'
import { callMain } from '../bridge/bridge.ts'
import { commandsOf, sectionOf } from '../format/command-words.ts'
import { t } from '../format/messages.ts'
import { useApp } from '../stores/app-store.ts'
import { backUpNow } from '../stores/back-up.ts'
import { useCreate } from '../stores/create-store.ts'
import { useExternalOpens } from '../stores/external-opens-store.ts'
import { takeSnapshot } from '../stores/mirror.ts'
import { pauseQueue } from '../stores/pause-queue.ts'
import { useSheet } from '../stores/sheet-store.ts'
import { startPractice } from '../stores/start-practice.ts'
import { useView } from '../stores/view-store.ts'
import { findHere } from './find-here.ts'
import { findSpendButton, focusSpendButton } from './focus-spend.ts'
import { readScreen } from './screens.ts'

async function appear(change: CallInput<'app.setTheme'>): Promise<void> {
  const answer = await callMain('app.setTheme', change)
  if (answer) takeSnapshot(answer.value)
}

async function openPictures(): Promise<void> {
  const answer = await callMain('files.choose', { folders: false, multiple: true })
  if (answer) useExternalOpens.getState().offerFiles(answer.value)
}

async function make(media: 'image' | 'video'): Promise<void> {
  await readScreen('create')
  flushSync(() => {
    useCreate.getState().setMedia(media)
    useView.getState().go('create')
  })
  document.querySelector<HTMLElement>('textarea[name="prompt"]')?.focus()
}

const { go, goToSection } = useView.getState()
const { open } = useSheet.getState()

const acts: Readonly<Record<Exclude<CommandId, `settings:${string}`>, () => unknown>> = {
  library: () => go('library'),
  create: () => go('create'),
  skills: () => go('skills'),
  queue: () => go('queue'),
  gallery: () => go('gallery'),
  ledger: () => go('ledger'),
  settings: () => go('settings'),
  find: findHere,
  image: () => make('image'),
  video: () => make('video'),
  'open-pictures': openPictures,
  'to-the-price': focusSpendButton,
  pause: () => pauseQueue(true),
  resume: () => pauseQueue(false),
  practise: startPractice,
  'own-key': () => goToSection('service'),
  'back-up': backUpNow,
  'show-library': () => callMain('app.showFolder', { which: 'library' }),
  'theme-system': () => appear({ theme: 'system' }),
  'theme-light': () => appear({ theme: 'light' }),
  'theme-dark': () => appear({ theme: 'dark' }),
  'contrast-system': () => appear({ contrast: 'system' }),
  'contrast-more': () => appear({ contrast: 'more' }),
  palette: () => open('palette'),
  shortcuts: () => open('shortcuts'),
  about: () => open('about'),
}

const isAct = (id: CommandId): id is keyof typeof acts => Object.hasOwn(acts, id)

/** Whatever lies over the window goes first: a command works on what is under it. */
export function uncovered(act: () => unknown): void {
  flushSync(() => useSheet.getState().close())
  act()
}

/** Does what a command says. None of them spends. */
export function perform(id: CommandId): void {
  uncovered(() => {
    const section = sectionOf(id)
    if (section !== null) goToSection(section)
    else if (isAct(id)) void acts[id]()
  })
}

const needsService: ReadonlySet<CommandId> = new Set([
  ...commandsOf('go').flatMap(({ id }) => (id === 'skills' || id === 'settings' ? [] : [id])),
  ...commandsOf('queue').map(({ id }) => id),
  'image',
  'video',
  'back-up',
  'settings:spending',
  'settings:backups',
] as const)

/** Why a command cannot be done now; null when it can. */
export function blockedNow(id: CommandId): string | null {
  const { snapshot } = useApp.getState()
  if (snapshot === null) return t('Printroom is still opening.')
  if (snapshot.mode === 'first-run' && needsService.has(id)) return t('Start practising first, or use your key.')
  return blockedIn(id, snapshot)
}

function blockedIn(id: CommandId, { mode, paused, theme, contrast }: AppSnapshot): string | null {
  const chosen = (is: boolean): string | null => (is ? t('Already selected.') : null)
  switch (id) {
    case 'to-the-price':
      return findSpendButton() === null ? t('Not available on this screen.') : null
    case 'pause':
      return paused ? t('Already paused.') : null
    case 'resume':
      return paused ? null : t('Not paused.')
    case 'practise':
      return mode === 'practice' ? t('Practice mode is already on.') : null
    case 'settings:tokens':
      return mode === 'service' ? null : t('Requires your own account.')
    case 'theme-system':
      return chosen(theme === 'system')
    case 'theme-light':
      return chosen(theme === 'light')
    case 'theme-dark':
      return chosen(theme === 'dark')
    case 'contrast-system':
      return chosen(contrast === 'system')
    case 'contrast-more':
      return chosen(contrast === 'more')
    default:
      return null
  }
}
