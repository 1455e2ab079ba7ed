import { Rows3, SearchX } from 'lucide-react'
import type { JSX } from 'react'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/empty.tsx'
import { t } from '../../format/messages.ts'
import { useQueue } from '../../stores/queue-store.ts'
import { useView } from '../../stores/view-store.ts'

export function NothingHere({ isFiltered }: { isFiltered: boolean }): JSX.Element {
  const go = useView((view) => view.go)
  const { setKind, setSearch } = useQueue()
  if (isFiltered) {
    const showAll = (): void => {
      setKind('all')
      setSearch('')
    }
    return (
      <Empty
        icon={SearchX}
        title={t('Nothing found')}
        acts={<Button onClick={showAll}>{t('Show all requests')}</Button>}
      >
        {t('No request matches this search and filter.')}
      </Empty>
    )
  }
  return (
    <Empty
      icon={Rows3}
      title={t('Nothing is waiting')}
      acts={
        <>
          <Button look="primary" onClick={() => go('skills')}>
            {t('Cut pictures out')}
          </Button>
          <Button onClick={() => go('create')}>{t('Make a picture')}</Button>
        </>
      }
    >
      {t('Orders appear here with their status and next step. Unfinished work resumes when you reopen Printroom.')}
    </Empty>
  )
}
