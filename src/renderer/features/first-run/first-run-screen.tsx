import { Images } from 'lucide-react'
import { type JSX, useState } from 'react'
import { Logo } from '../../components/logo.tsx'
import { PractiseButton } from '../../components/practise-button.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import { useApp } from '../../stores/app-store.ts'
import { AccountForm } from '../settings/account-form.tsx'
import styles from './first-run.module.css'
import { Sample } from './sample.tsx'

/** Widths of the empty places behind the sheet: a library, waiting. */
const ghosts = [150, 75, 133, 178, 100, 150, 67, 150, 133, 100, 178, 75, 150, 133, 80, 150, 100, 178, 133, 67, 150]

/** In a home that never had a key practice comes first. */
function Offer(): JSX.Element {
  return (
    <>
      <h1 className={styles.display}>{t('Your library is empty. Try everything free first.')}</h1>
      <p className="soft">
        {t(
          'Practice mode runs the whole app on a service inside this computer. Pictures are real files, credits are not money, and nothing leaves this computer.',
        )}
      </p>
      <PractiseButton />
      <div className={styles.or}>
        <span>{t('or use your account')}</span>
      </div>
    </>
  )
}

/** A service was worked with here, and nobody knows which one: what is open there waits for its address. */
function Returning(): JSX.Element {
  return (
    <>
      <h1 className={styles.display}>{t('Which service do you use?')}</h1>
      <p className="soft">
        {t(
          'This library holds receipts of an account. They are kept, and unfinished work resumes once you enter the service address again. To use practice mode meanwhile, open Settings.',
        )}
      </p>
    </>
  )
}

export function FirstRunScreen(): JSX.Element {
  const version = useApp((app) => app.snapshot?.version ?? '')
  const hadService = useApp((app) => app.snapshot?.hadService ?? false)
  const [sampleThere, setSampleThere] = useState(true)
  return (
    <section className={styles.screen} aria-label={t('Library')}>
      <div className={styles.ghosts} aria-hidden="true">
        {[...ghosts, ...ghosts].map((width, at) => (
          <i key={`${at}`} style={{ flex: `${width} 1 ${width * 1.32}px` }} />
        ))}
      </div>
      <div className={cx(styles.sheet, !sampleThere && styles.alone)}>
        <div className={styles.words}>
          <span className="hint row">
            <Logo />
            {t('Printroom {version}', { version })}
          </span>
          {hadService ? <Returning /> : <Offer />}
          <AccountForm isFirst />
          <div className={styles.drop}>
            <Images size={20} strokeWidth={1.5} aria-hidden />
            <span className="small">
              {rich(
                '<b>Or drop a picture on the window.</b> It waits in Cutout until you connect or try practice mode.',
                { b: (chunks) => <b className="strong">{chunks}</b> },
              )}
            </span>
          </div>
        </div>
        {sampleThere && <Sample onMissing={() => setSampleThere(false)} />}
      </div>
    </section>
  )
}
