import type { ComponentType } from 'react'
import { create } from 'zustand'
import { LibraryScreen } from '../features/library/library-screen.tsx'
import type { Screen } from '../stores/view-store.ts'

// The library is what the window opens with; it does not wait for the text of the others, which is read when they are
// first wanted.

const readers: Record<Screen, () => Promise<ComponentType>> = {
  library: async () => LibraryScreen,
  create: async () => (await import('../features/create/create-screen.tsx')).CreateScreen,
  skills: async () => (await import('../features/skills/skills-screen.tsx')).SkillsScreen,
  queue: async () => (await import('../features/queue/queue-screen.tsx')).QueueScreen,
  gallery: async () => (await import('../features/gallery/gallery-screen.tsx')).GalleryScreen,
  ledger: async () => (await import('../features/ledger/ledger-screen.tsx')).LedgerScreen,
  settings: async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
}

/** The screens that were read. */
export const useScreens = create<Partial<Record<Screen, ComponentType>>>(() => ({ library: LibraryScreen }))

/** Resolves once the screen can be drawn at once. */
export async function readScreen(screen: Screen): Promise<void> {
  if (useScreens.getState()[screen]) return
  const shown = await readers[screen]()
  useScreens.setState({ [screen]: shown })
}
