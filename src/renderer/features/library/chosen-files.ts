import { useLibrary } from '../../stores/library-store.ts'
import { filesOf } from '../../stores/use-pictures.ts'

/** The files of what is chosen, by their handles. */
export const chosenFiles = async (): Promise<string[]> => (await useLibrary.getState().act(filesOf)) ?? []
