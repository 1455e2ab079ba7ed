/** By which Windows knows the app's windows and notices as those of its entry in Start; as electron-builder.yml has it. */
export const appId = 'app.printroom.desktop'

/**
 * Whether this copy makes itself the program for the app's links. One that somebody develops would take them from the
 * installed app, and so would a portable one, which is gone from where it runs as soon as it closes.
 */
export const takesLinks = (isPackaged: boolean, env: Readonly<Record<string, string | undefined>>): boolean =>
  isPackaged && env.PORTABLE_EXECUTABLE_FILE === undefined
