import { create } from 'zustand'
import { isEndState } from '../../domain/request/states.ts'
import { useApp } from './app-store.ts'
import { useRequests } from './requests-store.ts'

interface Leaving {
  /** Asked before a service is left that requests are still open at; null: nothing is asked. */
  question: { service: string; open: number; isKeyKept: boolean; answer: (leave: boolean) => void } | null
}

export const useLeaving = create<Leaving>(() => ({ question: null }))

/**
 * Whether the app may work with another service now: nothing of the old one's is looked up or brought home meanwhile, so
 * that a person is asked where something is open there. Practice costs nothing and asks nothing.
 * @param next the address that is wanted in its place; null: practice
 */
export function mayLeaveService(next: string | null): Promise<boolean> {
  const { snapshot } = useApp.getState()
  const open = useRequests.getState().all.filter(({ state }) => !isEndState(state)).length
  if (snapshot?.mode !== 'service' || snapshot.service === null || open === 0) return Promise.resolve(true)
  const { service, key } = snapshot
  if (next?.trim().replace(/\/+$/, '') === service) return Promise.resolve(true)
  useLeaving.getState().question?.answer(false)
  return new Promise((resolve) => {
    const answer = (leave: boolean): void => {
      useLeaving.setState({ question: null })
      resolve(leave)
    }
    useLeaving.setState({ question: { service, open, isKeyKept: key.where !== 'session', answer } })
  })
}
