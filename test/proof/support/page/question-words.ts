/**
 * By these words of main's dialogs the oracle knows what a person said yes to. They are written here once more, and not
 * taken over: another word for the same thing is told by test/unit/main/question-words.test.ts, before the row is run.
 */
export const questionWords = {
  newKey: 'Make a key',
  copiedKey: 'Copy the new API key',
  revokedKey: 'Revoke this API key',
  otherKey: 'Use another key',
  removal: 'Remove',
  install: 'Install Printroom',
  trash: 'to the trash of this computer',
  spend: 'Spend ',
  unknownPrice: 'at a price that is not known',
  service: 'Use the service at',
  askAbove: 'Order up to ',
  systemProxy: 'as the system says',
  noProxy: 'without a proxy',
  updates: 'newer versions',
  noUpdates: 'Stop checking there for updates',
  capOfADay: 'In any 24 hours',
  capOfAnOrder: 'For one order',
  hosts: 'Fetch results from',
  watched: 'automatically',
} as const
