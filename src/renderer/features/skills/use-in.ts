import { ImagePlus } from 'lucide-react'
import type { MenuEntry } from '../../components/menu.tsx'
import { t } from '../../format/messages.ts'
import { skillLabels } from '../../format/skill-names.ts'
import { usePicturesAsReferences, usePicturesInSkill } from '../../stores/use-pictures.ts'

/** Files by their handles; none where they cannot be had, which was said. */
export type FindFiles = () => Promise<string[]>

/** Where a picture can go on to; nothing is sent by it. The Skills are those of the service's list. */
export function entriesForUse(skills: readonly { id: string; supported: boolean }[], find: FindFiles): MenuEntry[] {
  return [
    {
      id: 'create',
      label: t('Reference in Create'),
      icon: ImagePlus,
      act: () => void find().then(usePicturesAsReferences),
    },
    ...skills
      .filter(({ supported }) => supported)
      .map(({ id }): MenuEntry => {
        const { name, icon } = skillLabels(id)
        return {
          id: `skill ${id}`,
          label: name,
          icon,
          act: () => void find().then((files) => usePicturesInSkill(id, files)),
        }
      }),
  ]
}
