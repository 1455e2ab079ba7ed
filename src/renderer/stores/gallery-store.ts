import { create } from 'zustand'
import { chosenSlice, nothingChosen } from './gallery/chosen.ts'
import { dropAnswers, galleryListSlice, nothingListed } from './gallery/list.ts'
import { lookUpSlice, nothingTyped } from './gallery/look-up.ts'
import { type GalleryMirror, leftHomes } from './gallery/state.ts'

export const useGallery = create<GalleryMirror>()((set, ...store) => ({
  ...lookUpSlice(set, ...store),
  ...galleryListSlice(set, ...store),
  ...chosenSlice(set, ...store),

  leave: () => {
    leftHomes.count += 1
    dropAnswers()
    set({ ...nothingTyped, ...nothingListed, ...nothingChosen })
  },
}))
